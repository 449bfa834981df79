import { markColorCode } from './color-marks.ts';
import type { DemoSource } from './demo-source.ts';
import { jsxSource } from './jsx-source.ts';
import { ownValue } from './own-value.ts';
import type { PrefersColor } from './page-data.ts';
import { isModuleSheet, isSheet } from './sheet-names.ts';
import { VITE_TYPES } from './vite-project.ts';

export interface DemoEdits {
  /** File contents by name, as in `asset.dependencies`. */
  files: Record<string, string>;
  /** CSS of changed style sheets, by `./name`. */
  styles?: Record<string, string>;
}

const COLORS = 'color-scheme';
/** Target of imports from Storybook. */
export const STORYBOOK = 'cascader-docs/src/app/storybook.ts';
const SCRIPT = /\.([jt]sx?|mjs)$/;

export function sourceFiles(
  source: DemoSource,
  edits: DemoEdits,
  { isTyped, entry, react }: { isTyped: boolean; entry: string; react: string },
): Record<string, string> {
  const { asset, media } = source;
  const paths = projectPaths(source, entry);
  const files: Record<string, string> = {};
  const asScript = (text: string, place: { name: string; path: string }): string =>
    withJsx(withEnvironment(rewriteImports(text, place, source, paths), source), place.name, {
      source: jsxSource(text, ownValue(source.imports, place.name)),
      needsReact: source.template !== undefined,
    });
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
  const storybook = paths.get(STORYBOOK);
  if (storybook && source.storybook) files[storybook] = source.storybook;
  const colors = paths.get(COLORS);
  if (source.prefersColor && colors) files[colors] = colorCode(source.prefersColor);
  const setup = source.setup && { path: paths.get(`./${source.setup.entry}`) ?? '', ...source.setup };
  files[entry] = renderCode(react, { isTyped, needsReact: source.template !== undefined, colors, setup });
  return files;
}

/** Returns the first number of a version or range, or `Infinity` for a tag such as `latest`. */
export function majorOf(version: string): number {
  return Number(/\d+/.exec(version)?.[0] ?? Number.POSITIVE_INFINITY);
}

/** A project has no color switch: it follows the reader's system, unless the site has a single scheme. */
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

/** React 18 and later have `createRoot`. `colors` and `setup` are paths of modules. */
function renderCode(
  react: string,
  {
    isTyped,
    needsReact,
    colors,
    setup,
  }: { isTyped: boolean; needsReact: boolean; colors?: string; setup?: { path: string; hasWrapper: boolean } },
): string {
  const root = `document.getElementById('root')${isTyped ? '!' : ''}`;
  const specifierOf = (path: string): string => `'./${path.replace(SCRIPT, '')}'`;
  const imports = [
    colors && `import ${specifierOf(colors)};`,
    setup && `import ${setup.hasWrapper ? '{ Wrapper } from ' : ''}${specifierOf(setup.path)};`,
    "import App from './App';",
  ];
  const app = setup?.hasWrapper ? '<Wrapper><App /></Wrapper>' : '<App />';
  const isRoot = majorOf(react) >= 18;
  return [
    ...(needsReact ? ["import React from 'react';"] : []),
    isRoot ? "import { createRoot } from 'react-dom/client';" : "import ReactDOM from 'react-dom';",
    ...imports.filter(Boolean),
    '',
    isRoot ? `createRoot(${root}).render(${app});` : `ReactDOM.render(${app}, ${root});`,
    '',
  ].join('\n');
}

/**
 * Keys: `./name` of a file, specifier of a package's style sheet, `COLORS`, `STORYBOOK`. Style sheets that a package imports itself
 * have no path.
 */
function projectPaths(
  { asset, imports, styles, cssModules = {}, media, modules = {}, prefersColor, storybook, template }: DemoSource,
  entry: string,
): Map<string, string> {
  const taken = new Set([entry, ...(template ? ['index.html', 'package.json', 'sandbox.config.json'] : [VITE_TYPES])]);
  const paths = new Map<string, string>();
  const add = (name: string, wanted: string): void => {
    let path = wanted;
    // Two files must not have the same path, or paths that differ only in the extension, because imports omit it.
    while ([...taken].some((other) => stem(other) === stem(path) && isSheet(other) === isSheet(path)))
      path = path.replace(/[^/]*$/, '_$&');
    taken.add(path);
    paths.set(name, path);
  };
  // The services treat the extension `.mjs` differently than this tool, and Vite treats JSX in `.js` differently.
  const addScript = (name: string, text: string, path = inside(name)): void => {
    const script = path.replace(/\.mjs$/, '.js');
    add(`./${name}`, template === undefined && hasJsx(script, text) ? script.replace(/\.js$/, '.jsx') : script);
  };
  const { entry: first } = asset;
  addScript(first, asset.dependencies[first]?.value ?? '', first.replace(/^.*\./, 'App.'));
  for (const [name, { type, value }] of Object.entries(asset.dependencies))
    if (type === 'FILE' && name !== first && !isSheet(name)) addScript(name, value);
  const imported = new Set(Object.values(imports).flatMap((targets) => Object.values(targets)));
  for (const name of Object.keys(styles)) {
    if (!imported.has(name)) continue;
    const path = name.startsWith('./')
      ? inside(name.slice(2))
      : `styles/${name.replace(/\W+/g, '-').replace(/^-/, '')}`;
    const base = path.replace(/(\.|-)(css|less|scss|sass)$/, '');
    add(name, cssModules[name] ? base.replace(/[.-]module$/, '').concat('.module.css') : base.concat('.css'));
  }
  for (const [name, text] of Object.entries(modules)) addScript(name, text, inside(name).replace('?', '-'));
  for (const name of Object.keys(media)) add(name, inside(name.slice(2)).replace('?', '-'));
  if (storybook) add(STORYBOOK, 'storybook.js');
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

function rewriteImports(
  text: string,
  { name, path }: { name: string; path: string },
  { imports }: DemoSource,
  paths: Map<string, string>,
): string {
  const targets = ownValue(imports, name) ?? {};
  return text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]+)\2/g,
    (whole, before: string, quote: string, specifier: string) => {
      const target = ownValue(targets, specifier);
      if (target === undefined) return whole;
      const file = paths.get(target);
      return `${before}${quote}${file === undefined ? target : relative(path, file.replace(SCRIPT, ''))}${quote}`;
    },
  );
}

function relative(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const parts = to.split('/');
  while (folders.length > 0 && parts.length > 1 && folders[0] === parts[0]) {
    folders.shift();
    parts.shift();
  }
  return `${folders.length === 0 ? './' : '../'.repeat(folders.length)}${parts.join('/')}`;
}

/** The services have neither `import.meta.env` nor custom variables; a Vite project has no `process`. */
function withEnvironment(text: string, { env, template }: DemoSource): string {
  if (!env) return text;
  const textOf = (_: string, name: string): string => JSON.stringify(ownValue(env, name)) ?? 'undefined';
  const replaced = text
    .replace(/\bimport\.meta\.env\.(\w+)\b/g, textOf)
    .replace(/\bimport\.meta\.env\b/g, () => JSON.stringify(env))
    .replace(/\bprocess\.env\.(CASCADER_PUBLIC_\w+)\b/g, textOf);
  return template
    ? replaced
    : replaced
        .replace(/\bprocess\.env\.NODE_ENV\b/g, 'import.meta.env.MODE')
        .replace(/\bprocess\.env\.\w+\b/g, 'undefined');
}

/** JSX of other packages needs a pragma; the compiler of `create-react-app` may require an import of React. */
function withJsx(text: string, path: string, { source, needsReact }: { source?: string; needsReact: boolean }): string {
  if (source) return text.includes('@jsxImportSource') ? text : `/** @jsxImportSource ${source} */\n${text}`;
  return !needsReact || !hasJsx(path, text) || /\bimport\s+(?:\*\s+as\s+)?React\b/.test(text)
    ? text
    : `import React from 'react';\n${text}`;
}

function hasJsx(path: string, text: string): boolean {
  return /\.(jsx|tsx|js)$/.test(path) && /<\/|\/>/.test(text);
}
