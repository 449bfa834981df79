import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Site } from '../config/types.ts';
import { type DumiBuiltin, dumiBuiltins } from '../dumi-builtins.ts';
import { packageDir } from '../package-dir.ts';
import type { InteractivePage } from './entries.ts';
import { compileLanguages } from './languages.ts';

/**
 * Modules that the app imports and the bundler makes: the theme in use, and the compiled interface strings.
 *
 * @param inBrowser leave out the parts of the default theme that the browser never renders: static components, and
 * without interactive pages the built-in ones, unless a theme of the site's own may use them
 */
export function virtualPlugin(site: Site, pages: InteractivePage[], inBrowser: boolean): Plugin {
  const languages = compileLanguages(site);
  const modules: Record<string, () => string> = {
    'cascader-docs:theme': () => themeModule(site, inBrowser && pages.length === 0 ? [] : dumiBuiltins(site)),
    [RUNTIME_TABLE]: runtimeModules,
    'cascader-docs:dev-modules': devModules,
    'cascader-docs:messages': () => languagesModule(languages, site.config.language),
    ...Object.fromEntries(
      Object.entries(languages).map(([id, { messages }]) => [
        `cascader-docs:messages/${id}`,
        () => `export default ${JSON.stringify(inBrowser ? withoutServerOnly(messages) : messages)};`,
      ]),
    ),
  };
  return {
    name: 'virtual',
    setup(build) {
      build.onResolve({ filter: /^cascader-docs:/ }, ({ path: name }) => ({ path: name, namespace: 'virtual' }));
      build.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path: name }) => ({
        contents: modules[name]?.() ?? '',
        loader: 'js',
        resolveDir: name === RUNTIME_TABLE ? packageDir : site.root,
      }));
      if (inBrowser) {
        const isIdle = !site.config.theme && pages.length === 0;
        const empty = [themeFile('static.ts'), ...(isIdle ? [themeFile('builtins.tsx')] : [])];
        build.onLoad({ filter: /[\\/]theme[\\/](static|builtins)\.tsx?$/ }, ({ path: filePath }) =>
          empty.includes(filePath) ? { contents: 'export const staticComponents = {}, builtins = {};' } : undefined,
        );
      }
      // Messages are compiled here: the browser gets no parser for them.
      build.onResolve(
        { filter: /^@formatjs\/icu-messageformat-parser$/ },
        ({ path: name, kind, importer, resolveDir }) =>
          build.resolve(`${name}/no-parser.js`, { kind, importer, resolveDir }),
      );
      build.onResolve({ filter: /^cascader-docs\/(theme|runtime)$/ }, ({ path: name }) => ({
        path: path.join(packageDir, name.replace('cascader-docs', 'src'), 'index.ts'),
      }));
    },
  };
}

/** Strings that are never put into another language: what an empty table of properties says. */
const SERVER_ONLY = ['api.notFound', 'api.resolving', 'api.unavailable'];

function withoutServerOnly(messages: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(messages).filter(([id]) => !SERVER_ONLY.includes(id)));
}

/** Absolute path of a file of the default theme. */
export function themeFile(name: string): string {
  return path.join(packageDir, 'src/theme', name);
}

/** The theme in use; the default one with the components that a site of dumi adds to it. */
function themeModule(site: Site, builtins: DumiBuiltin[]): string {
  const style = `import ${JSON.stringify(themeFile('theme.css'))};`;
  const theme = JSON.stringify(site.config.theme ?? themeFile('index.ts'));
  if (builtins.length === 0) return `${style}\nexport { default } from ${theme};`;
  const imports = builtins.map(({ filePath, needsDumi }, index) =>
    needsDumi
      ? `const builtin${index} = ({ children }) => children ?? null;`
      : `import builtin${index} from ${JSON.stringify(filePath)};`,
  );
  const entries = builtins.map(({ name }, index) => `${name}: builtin${index}`);
  return [
    style,
    `import theme from ${theme};`,
    ...imports,
    `export default { ...theme, builtins: { ...theme.builtins, ${entries.join(', ')} } };`,
  ].join('\n');
}

/** ES modules of the runtime that there must be one copy of: React's are not among them, which are CommonJS. */
export const RUNTIME_MODULES = ['react-router-dom', 'cascader-docs/runtime', 'cascader-docs/theme'];
/** Virtual module with all of them. */
export const RUNTIME_TABLE = 'cascader-docs:runtime-modules';
const REACT_MODULES = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime'];

/** Module with the modules of the runtime by name, as `modules`; they are the tool's own, wherever the site is. */
function runtimeModules(): string {
  const imports = RUNTIME_MODULES.map((name, index) => `import * as module${index} from ${JSON.stringify(name)};`);
  const entries = RUNTIME_MODULES.map((name, index) => `${JSON.stringify(name)}: module${index}`);
  return `${imports.join('\n')}\nexport const modules = { ${entries.join(', ')} };`;
}

/** Module that gives the runtime's modules by name, and those of packages, which scripts of their own bring. */
function devModules(): string {
  const entries = REACT_MODULES.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  return `
    import { modules } from ${JSON.stringify(RUNTIME_TABLE)};
    const react = { ${entries.join(', ')} };
    const interop = (module) => Object.defineProperty({ ...module }, '__esModule', { value: true });
    export function load(name) {
      if (Object.hasOwn(react, name)) return react[name]();
      if (Object.hasOwn(modules, name)) return interop(modules[name]);
      const packages = globalThis.cascaderModules ?? {};
      if (!Object.hasOwn(packages, name)) throw new Error('Cannot find module: ' + name);
      return packages[name]();
    }`;
}

/** The languages: the one that pages are written in with its messages, the others with a function that loads theirs. */
function languagesModule(languages: ReturnType<typeof compileLanguages>, own: string): string {
  const entries = Object.entries(languages).map(([id, { name }]) => {
    const module = JSON.stringify(`cascader-docs:messages/${id}`);
    const messages = id === own ? 'messages' : `load: () => import(${module})`;
    return `${JSON.stringify(id)}: { name: ${JSON.stringify(name)}, ${messages} }`;
  });
  const module = JSON.stringify(`cascader-docs:messages/${own}`);
  return `import messages from ${module};\nexport const languages = { ${entries.join(', ')} };`;
}
