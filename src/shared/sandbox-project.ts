import { markColorCode } from './color-marks.ts';
import type { DemoSource } from './demo-source.ts';
import type { SandboxProject } from './entities.ts';
import { jsxSource } from './jsx-source.ts';
import type { PrefersColor } from './page-data.ts';
import { isModuleSheet, isSheet } from './sheet-names.ts';

/** Changes of a reader to a demo. */
export interface DemoEdits {
  /** File contents by name, as in `asset.dependencies`. */
  files: Record<string, string>;
  /** CSS of changed style sheets, by `./name`. */
  styles?: Record<string, string>;
}

/** Template of both services for a React project without a custom build. */
const TEMPLATE = 'create-react-app';
/** Key in the paths of a project for the module that marks the page with its color scheme. */
const COLORS = 'color-scheme';
const SCRIPT = /\.([jt]sx?|mjs)$/;

/**
 * Creates the project for exporting a demo: the entry as `App`, its files, style sheets as CSS, and an entry that
 * renders it. The project is self-contained: imports are rewritten to files of the project or to packages.
 */
export function createSandboxProject(source: DemoSource, edits: DemoEdits = { files: {} }): SandboxProject {
  const { asset, media } = source;
  const isTyped = /\.tsx?$/.test(asset.entry);
  const entry = `index.${isTyped ? 'tsx' : 'jsx'}`;
  const paths = projectPaths(source, entry);
  const files: Record<string, string> = {};
  const asScript = (text: string, place: { name: string; path: string }): string =>
    withJsx(
      withEnvironment(rewriteImports(text, place, source, paths), source.env),
      place.name,
      jsxSource(text, source.imports[place.name]),
    );
  for (const [name, { type, value }] of Object.entries(asset.dependencies)) {
    if (type !== 'FILE' || !paths.has(`./${name}`) || isSheet(name)) continue;
    const text = edits.files[name] ?? value;
    const path = paths.get(`./${name}`) ?? name;
    files[path] = SCRIPT.test(name) ? asScript(text, { name, path }) : text;
  }
  for (const [name, css] of Object.entries(source.styles)) {
    const path = paths.get(name);
    if (!path) continue;
    const text = edits.styles?.[name] ?? source.cssModules?.[name]?.css ?? css;
    // CSS modules import names from others by path.
    files[path] = isModuleSheet(path)
      ? rewriteImports(text, { name: name.replace(/^\.\//, ''), path }, source, paths)
      : text;
  }
  for (const [name, text] of Object.entries(source.modules ?? {})) {
    const path = paths.get(`./${name}`) ?? name;
    files[path] = asScript(text, { name, path });
  }
  for (const [name, url] of Object.entries(media))
    files[`${paths.get(name)}${isTyped ? '.ts' : '.js'}`] = `export default ${JSON.stringify(url)};\n`;

  const { dependencies, devDependencies } = packagesOf(source, isTyped);
  const title = asset.title || asset.id;
  const description = asset.description || `A demo of ${asset.id}`;
  const manifest = {
    name: title,
    description,
    private: true,
    main: entry,
    dependencies,
    devDependencies,
  };
  const colors = paths.get(COLORS);
  if (source.prefersColor && colors) files[colors] = colorCode(source.prefersColor);
  const setup = source.setup && { path: paths.get(`./${source.setup.entry}`) ?? '', ...source.setup };
  files[entry] = renderCode(dependencies.react, { isTyped, colors, setup });
  files['index.html'] = '<div style="margin: 16px;" id="root"></div>\n';
  files['package.json'] = `${JSON.stringify(manifest, null, 2)}\n`;
  return { title, description, template: TEMPLATE, dependencies, files };
}

/** Returns the packages of the project with their versions. Only typed projects get type packages and the compiler. */
function packagesOf({ asset, versions = {} }: DemoSource, isTyped: boolean) {
  const imported = Object.entries(asset.dependencies).flatMap(([name, { type, value }]) =>
    type === 'NPM' ? [[name, value] as const] : [],
  );
  const configured = Object.entries(versions);
  const isForTypes = ([name]: readonly [name: string, version: string]): boolean =>
    /^(?:typescript$|@types\/)/.test(name);
  const dependencies: Record<string, string> = Object.fromEntries([
    ...imported,
    ...configured.filter((entry) => !isForTypes(entry)),
  ]);
  const react = dependencies.react ?? 'latest';
  return {
    dependencies: { ...dependencies, react, 'react-dom': dependencies['react-dom'] ?? react },
    devDependencies: isTyped ? { typescript: '^4', ...Object.fromEntries(configured.filter(isForTypes)) } : {},
  };
}

/** Returns the files of a project in the format of CodeSandbox's define endpoint, with the template in a separate file. */
export function codeSandboxFiles({
  files,
  template,
}: SandboxProject): Record<string, { content: string; isBinary: false }> {
  const all = { ...files, 'sandbox.config.json': `${JSON.stringify({ template }, null, 2)}\n` };
  return Object.fromEntries(Object.entries(all).map(([path, content]) => [path, { content, isBinary: false }]));
}

/**
 * Returns the module that marks the page with its color scheme, as the site does. A project has no color switch. It
 * follows the reader's system, unless the site has a single scheme for all readers.
 */
function colorCode({ default: preference, switch: hasSwitch, ...marks }: PrefersColor): string {
  const follows = hasSwitch || preference === 'auto';
  return [
    'const root = document.documentElement;',
    follows
      ? "const dark = window.matchMedia('(prefers-color-scheme: dark)');"
      : `const dark = { matches: ${preference === 'dark'} };`,
    '',
    'function markColor() {',
    "  const color = dark.matches ? 'dark' : 'light';",
    '  root.style.colorScheme = color;',
    ...markColorCode('root', 'color', marks).map((statement) => `  ${statement}`),
    '}',
    '',
    'markColor();',
    ...(follows ? ["dark.addEventListener('change', markColor);"] : []),
    '',
    'export {};',
    '',
  ].join('\n');
}

/**
 * Returns the script that renders the demo. React 18 and later have `createRoot`.
 *
 * @param options.colors path of the module that marks the page with its color scheme
 * @param options.setup path of the module that runs before the demo, and whether it exports `Wrapper`
 */
function renderCode(
  react: string,
  { isTyped, colors, setup }: { isTyped: boolean; colors?: string; setup?: { path: string; hasWrapper: boolean } },
): string {
  const root = `document.getElementById('root')${isTyped ? '!' : ''}`;
  const specifierOf = (path: string): string => `'./${path.replace(SCRIPT, '')}'`;
  const imports = [
    colors && `import ${specifierOf(colors)};`,
    setup && `import ${setup.hasWrapper ? '{ Wrapper } from ' : ''}${specifierOf(setup.path)};`,
    "import App from './App';",
  ];
  const app = setup?.hasWrapper ? '<Wrapper><App /></Wrapper>' : '<App />';
  const major = Number(/\d+/.exec(react)?.[0] ?? Number.POSITIVE_INFINITY);
  const isRoot = major >= 18;
  return [
    "import React from 'react';",
    isRoot ? "import { createRoot } from 'react-dom/client';" : "import ReactDOM from 'react-dom';",
    ...imports.filter(Boolean),
    '',
    isRoot ? `createRoot(${root}).render(${app});` : `ReactDOM.render(${app}, ${root});`,
    '',
  ].join('\n');
}

/**
 * Returns paths in the project: by `./name` of a file, style sheet or picture, by specifier of a package's style sheet,
 * and by `COLORS`. Style sheets that a package imports itself come with the package and have no path.
 */
function projectPaths(
  { asset, imports, styles, cssModules = {}, media, modules, prefersColor }: DemoSource,
  entry: string,
): Map<string, string> {
  const taken = new Set([entry, 'index.html', 'package.json', 'sandbox.config.json']);
  const paths = new Map<string, string>();
  const add = (name: string, wanted: string): void => {
    let path = wanted;
    // Two files must not have the same path, or paths that differ only in the extension, because imports omit it.
    while ([...taken].some((other) => stem(other) === stem(path) && isSheet(other) === isSheet(path)))
      path = path.replace(/[^/]*$/, '_$&');
    taken.add(path);
    paths.set(name, path);
  };
  add(`./${asset.entry}`, asset.entry.replace(/^.*\./, 'App.'));
  // The services have different rules for the extension `.mjs` than the demo has here.
  for (const [name, { type }] of Object.entries(asset.dependencies))
    if (type === 'FILE' && name !== asset.entry && !isSheet(name))
      add(`./${name}`, inside(name).replace(/\.mjs$/, '.js'));
  const imported = new Set(Object.values(imports).flatMap((targets) => Object.values(targets)));
  for (const name of Object.keys(styles)) {
    if (!imported.has(name)) continue;
    const path = name.startsWith('./')
      ? inside(name.slice(2))
      : `styles/${name.replace(/\W+/g, '-').replace(/^-/, '')}`;
    const base = path.replace(/(\.|-)(css|less|scss|sass)$/, '');
    add(name, cssModules[name] ? base.replace(/[.-]module$/, '').concat('.module.css') : base.concat('.css'));
  }
  for (const name of Object.keys(modules ?? {}))
    add(
      `./${name}`,
      inside(name)
        .replace('?', '-')
        .replace(/\.mjs$/, '.js'),
    );
  for (const name of Object.keys(media)) add(name, inside(name.slice(2)).replace('?', '-'));
  if (prefersColor) add(COLORS, `color-scheme.${entry.endsWith('.tsx') ? 'ts' : 'js'}`);
  return paths;
}

/** Removes leading `../`, because a project has no parent folder. */
function inside(name: string): string {
  return name.replace(/^(\.\.\/)+/, '');
}

function stem(path: string): string {
  return path.replace(SCRIPT, '').replace(/\.json$/, '');
}

/** Rewrites the imports of a file (`name` in the demo, `path` in the project) to paths in the project. */
function rewriteImports(
  text: string,
  { name, path }: { name: string; path: string },
  { imports }: DemoSource,
  paths: Map<string, string>,
): string {
  const targets = imports[name] ?? {};
  return text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]+)\2/g,
    (whole, before: string, quote: string, specifier: string) => {
      const target = Object.hasOwn(targets, specifier) ? targets[specifier] : undefined;
      if (target === undefined) return whole;
      const file = paths.get(target);
      return `${before}${quote}${file === undefined ? target : relative(path, file.replace(SCRIPT, ''))}${quote}`;
    },
  );
}

/** Returns the specifier for importing one file of the project from another. */
function relative(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const parts = to.split('/');
  while (folders.length > 0 && parts.length > 1 && folders[0] === parts[0]) {
    folders.shift();
    parts.shift();
  }
  return `${folders.length === 0 ? './' : '../'.repeat(folders.length)}${parts.join('/')}`;
}

/** Replaces environment variables by their values, because the services have neither `import.meta.env` nor custom variables. */
function withEnvironment(text: string, env: DemoSource['env']): string {
  if (!env) return text;
  return text
    .replace(/\bimport\.meta\.env\.(\w+)\b/g, (_, name: string) => JSON.stringify(env[name]) ?? 'undefined')
    .replace(/\bimport\.meta\.env\b/g, () => JSON.stringify(env))
    .replace(/\bprocess\.env\.(CASCADER_PUBLIC_\w+)\b/g, (_, name: string) => JSON.stringify(env[name]) ?? 'undefined');
}

/** Adds an import of React, which the services' compilers may require for JSX, or a pragma for JSX of other packages. */
function withJsx(text: string, name: string, source: string | undefined): string {
  if (source) return text.includes('@jsxImportSource') ? text : `/** @jsxImportSource ${source} */\n${text}`;
  const hasJsx = /\.(jsx|tsx|js)$/.test(name) && /<\/|\/>/.test(text);
  return !hasJsx || /\bimport\s+(?:\*\s+as\s+)?React\b/.test(text) ? text : `import React from 'react';\n${text}`;
}
