import path from 'node:path';
import type { Plugin } from 'esbuild';
import { BUILD_MESSAGES, STATIC_MESSAGES } from '../../../shared/messages/en-US.ts';
import { appFile, packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { compileLanguages, needsFormat } from '../../project/languages/compile-languages.ts';
import type { DumiBuiltin } from '../../project/site-components.ts';
import { siteComponents } from '../../project/site-components.ts';
import type { SheetUse } from '../types.ts';

/**
 * `isWhole` includes the whole theme, because separately bundled scripts may import any part of it. `inBrowser`
 * excludes static components and the built-in components.
 */
export function virtualPlugin(site: Site, { isWhole, inBrowser }: { isWhole: boolean; inBrowser: boolean }): Plugin {
  const isLate = inBrowser && !isWhole && !site.config.theme;
  const modules: Record<string, () => string> = {
    'cascader-docs:theme': () => themeModule(site, isLate ? [] : siteComponents(site)),
    [BUILTINS_MODULE]: () => builtinsModule(site),
    [RUNTIME_TABLE]: runtimeModules,
    nothing: () => 'export const staticComponents = {}, builtins = {};',
    'cascader-docs:react': reactModules,
    ...Object.fromEntries(RUNTIME_MODULES.map((name) => [offerOf(name), () => passOn(name)])),
    ...Object.fromEntries(Object.entries(languageModules(site, inBrowser)).map(([name, text]) => [name, () => text])),
  };
  return {
    name: 'virtual',
    setup(build) {
      build.onResolve({ filter: /^cascader-docs:/ }, ({ path: name }) => ({ path: name, namespace: 'virtual' }));
      build.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path: name }) => ({
        contents: modules[name]?.() ?? '',
        loader: 'js',
        resolveDir: isOfTool(name) ? packageDir : site.root,
      }));
      if (inBrowser) {
        build.onResolve({ filter: /^\.\/(?:static\.ts|builtins\.tsx)$/ }, ({ path: name, importer }) =>
          importer === themeFile('theme.ts') && (isLate || name === './static.ts')
            ? { path: 'nothing', namespace: 'virtual' }
            : undefined,
        );
      }
      // Messages are compiled at build time, so the browser needs no parser.
      build.onResolve(
        { filter: /^@formatjs\/icu-messageformat-parser$/ },
        ({ path: name, kind, importer, resolveDir }) =>
          build.resolve(`${name}/no-parser.js`, { kind, importer, resolveDir }),
      );
      build.onResolve({ filter: /^cascader-docs\/(?:theme|runtime|playground|steps)$/ }, ({ path: name }) => ({
        path: path.join(packageDir, 'src', OWN_MODULES[name] ?? ''),
      }));
    },
  };
}

/** Files of the modules that authors import. The module for playgrounds is not part of the runtime, so only demos contain it. */
const OWN_MODULES: Record<string, string> = {
  'cascader-docs/theme': 'theme/index.ts',
  'cascader-docs/runtime': 'runtime/public.ts',
  'cascader-docs/playground': 'runtime/playground/define-controls.ts',
  'cascader-docs/steps': 'runtime/steps/declare.ts',
};

export function languageModules(site: Site, inBrowser: boolean): Record<string, string> {
  const languages = compileLanguages(site);
  return {
    [LANGUAGES]: languagesModule(languages, inBrowser ? [site.config.language] : Object.keys(languages)),
    ...Object.fromEntries(
      Object.entries(languages).map(([id, { messages }]) => [
        `cascader-docs:messages/${id}`,
        `export default ${JSON.stringify(inBrowser ? messagesInBrowser(site, id, messages) : messages)};`,
      ]),
    ),
  };
}

const LANGUAGES = 'cascader-docs:messages';

/** Returns the messages that the browser needs. A custom theme may render strings that the default theme renders only at build time. */
function messagesInBrowser(site: Site, id: string, messages: Record<string, unknown>): Record<string, unknown> {
  const isOwn = id === site.config.language && site.config.theme === undefined;
  return Object.fromEntries(
    Object.entries(messages).filter(
      ([name]) => !Object.hasOwn(BUILD_MESSAGES, name) && !(isOwn && Object.hasOwn(STATIC_MESSAGES, name)),
    ),
  );
}

function themeFile(name: string): string {
  return path.join(packageDir, 'src/theme', name);
}

/** Style sheets of the theme that only some pages load, in loading order. */
export const RARE_SHEETS: ReadonlyMap<string, SheetUse> = new Map([
  [themeFile('styles/home.css'), 'home'],
  [themeFile('styles/demo.css'), 'demos'],
  [themeFile('styles/rich.css'), 'rich'],
  [themeFile('styles/playground.css'), 'playground'],
  [themeFile('styles/steps.css'), 'steps'],
]);

/** Virtual module with the built-in components that the browser's theme excludes. */
export const BUILTINS_MODULE = 'cascader-docs:builtins';

function builtinsModule(site: Site): string {
  if (site.config.theme) return 'export const builtins = {};';
  const { imports, entries } = importsOf(siteComponents(site));
  return [
    `import { builtins as own } from ${JSON.stringify(themeFile('builtins.tsx'))};`,
    ...imports,
    `export const builtins = { ...own, ${entries.join(', ')} };`,
  ].join('\n');
}

/** Returns the module of the theme in use, with the configured components and slots. */
function themeModule(site: Site, builtins: DumiBuiltin[]): string {
  const style = [themeFile('theme.css'), ...RARE_SHEETS.keys()]
    .map((file) => `import ${JSON.stringify(file)};`)
    .join('\n');
  const own = site.config.theme;
  const slots = Object.entries(site.config.slots);
  if (builtins.length === 0 && slots.length === 0)
    return `${style}\nexport { ${own ? '' : 'theme as '}default } from ${JSON.stringify(own ?? themeFile('theme.ts'))};`;
  const { imports, entries } = importsOf(builtins);
  return [
    style,
    `import theme from ${JSON.stringify(own ?? themeFile('index.ts'))};`,
    ...imports,
    ...slots.map(([name, filePath]) => `import ${name} from ${JSON.stringify(filePath)};`),
    `export default { ...theme, ${slots.map(([name]) => name).join(', ')}${slots.length > 0 ? ',' : ''} builtins: { ...theme.builtins, ${entries.join(', ')} } };`,
  ].join('\n');
}

function importsOf(builtins: DumiBuiltin[]): { imports: string[]; entries: string[] } {
  const imports = builtins.map(({ filePath, needsDumi }, index) =>
    needsDumi
      ? `const builtin${index} = ({ children }) => children ?? null;`
      : `import builtin${index} from ${JSON.stringify(filePath)};`,
  );
  return { imports, entries: builtins.map(({ name }, index) => `${name}: builtin${index}`) };
}

/** ES modules of the runtime that must exist only once. React's modules are CommonJS, so they are not listed. */
export const RUNTIME_MODULES = ['react-router-dom', 'cascader-docs/runtime', 'cascader-docs/theme'];

/** Returns the name of the module that offers a runtime module to separately bundled scripts. */
export function offerOf(name: string): string {
  return `cascader-docs:offer/${name}`;
}

export function passOn(from: string, hasDefault = from === 'cascader-docs/theme'): string {
  const target = JSON.stringify(from);
  return `export * from ${target};${hasDefault ? ` export { default } from ${target};` : ''}`;
}

function isOfTool(name: string): boolean {
  return name === RUNTIME_TABLE || name === LANGUAGES || name.startsWith(offerOf(''));
}

export const RUNTIME_TABLE = 'cascader-docs:runtime-modules';
/** React modules that must exist only once. */
export const REACT_MODULES = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime'];

/** Returns the table of runtime modules, which belong to our package wherever the site is. */
function runtimeModules(): string {
  const imports = RUNTIME_MODULES.map((name, index) => `import * as module${index} from ${JSON.stringify(name)};`);
  const entries = RUNTIME_MODULES.map((name, index) => `${JSON.stringify(name)}: module${index}`);
  return `${imports.join('\n')}\nexport const modules = { ${entries.join(', ')} };`;
}

function reactModules(): string {
  const entries = REACT_MODULES.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  return [
    `import { notePortals } from ${JSON.stringify(appFile('note-portals.ts'))};`,
    `const modules = { ${entries.join(', ')}, "react-dom": () => notePortals(require("react-dom")) };`,
    'export const load = (name) => modules[name]();',
    `export const names = ${JSON.stringify(REACT_MODULES)};`,
  ].join('\n');
}

/** Returns the module with all languages. The languages in `own` include their messages; the others have a function that loads them. */
function languagesModule(languages: ReturnType<typeof compileLanguages>, own: readonly string[]): string {
  const moduleOf = (id: string): string => JSON.stringify(`cascader-docs:messages/${id}`);
  const entries = Object.entries(languages).map(([id, { name }]) => {
    const index = own.indexOf(id);
    const messages = index < 0 ? `load: () => import(${moduleOf(id)})` : `messages: messages${index}`;
    return `${JSON.stringify(id)}: { name: ${JSON.stringify(name)}, ${messages} }`;
  });
  const imports = own.map((id, index) => `import messages${index} from ${moduleOf(id)};`);
  const format = Object.values(languages).some(({ messages }) => Object.values(messages).some(needsFormat))
    ? "export { IntlMessageFormat as Format } from './src/runtime/message-format.ts';"
    : 'export const Format = undefined;';
  return `${imports.join('\n')}\nexport const languages = { ${entries.join(', ')} };\n${format}`;
}
