/** Sites in which every form of import is combined with every kind of package and every kind of importing file. */

/** Packages by kind: the imported name, and their files. */
const PACKAGES: Record<string, { specifier: string; files: Record<string, string> }> = {
  CommonJS: {
    specifier: 'plain',
    files: {
      'package.json': '{"name":"plain","version":"1.0.0"}',
      'index.js': "module.exports = { named: 'plain' };\n",
    },
  },
  'CommonJS function': {
    specifier: 'callable',
    files: {
      'package.json': '{"name":"callable","version":"1.0.0"}',
      'index.js': "module.exports = () => 'called';\nmodule.exports.named = 'callable';\n",
    },
  },
  'CommonJS with __esModule': {
    specifier: 'flagged',
    files: {
      'package.json': '{"name":"flagged","version":"1.0.0"}',
      'index.js':
        "Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = 'flagged default';\nexports.named = 'flagged';\n",
    },
  },
  ESM: {
    specifier: 'modern',
    files: {
      'package.json': '{"name":"modern","version":"1.0.0","type":"module","main":"index.js"}',
      'index.js': "export default 'modern default';\nexport const named = 'modern';\n",
    },
  },
  'dual by exports': {
    specifier: 'dual',
    files: {
      'package.json':
        '{"name":"dual","version":"1.0.0","exports":{".":{"import":"./index.mjs","require":"./index.cjs"}}}',
      'index.mjs': "export default 'dual default';\nexport const named = 'dual';\n",
      'index.cjs': "exports.default = 'dual CommonJS default';\nexports.named = 'dual CommonJS';\n",
    },
  },
  'dual by fields': {
    specifier: '@scope/fields',
    files: {
      'package.json': '{"name":"@scope/fields","version":"1.0.0","main":"lib/index.js","module":"es/index.js"}',
      'es/index.js': "export default 'fields default';\nexport const named = 'fields';\n",
      'lib/index.js':
        "Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = 'fields CommonJS default';\nexports.named = 'fields CommonJS';\n",
    },
  },
  JSON: {
    specifier: 'data/values.json',
    files: { 'package.json': '{"name":"data","version":"1.0.0"}', 'values.json': '{ "named": "json" }\n' },
  },
};

/** Result of each cell, by form of import and kind of package. */
export type Answers = Record<string, string>;

/** Names of all cells. Each importer has all of them. */
export const CELLS: string[] = ['default', 'named', 'namespace', 'both', 're-export', 'dynamic'].flatMap((form) =>
  Object.keys(PACKAGES).map((kind) => `${form}, ${kind}`),
);

/**
 * Which rule an importer follows. With Node's rule, `default` is the whole CommonJS module, whatever `__esModule` says.
 */
export type Rule = 'flag' | 'node';

/** The results that the rule gives for every cell. */
export function expectedAnswers(rule: Rule): Answers {
  const values: Record<string, [main: string, named: string]> = {
    CommonJS: ['{named}', 'plain'],
    'CommonJS function': ['called', 'callable'],
    'CommonJS with __esModule': [rule === 'node' ? '{default,named}' : 'flagged default', 'flagged'],
    ESM: ['modern default', 'modern'],
    'dual by exports': ['dual default', 'dual'],
    'dual by fields': ['fields default', 'fields'],
    JSON: ['{named}', 'json'],
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([kind, [main, named]]) => {
      const whole = `{default,named} ${main} ${named}`;
      return [
        [`default, ${kind}`, main],
        [`named, ${kind}`, named],
        [`namespace, ${kind}`, whole],
        [`both, ${kind}`, `${main} ${named}`],
        [`re-export, ${kind}`, `${main} ${named} ${whole} ${named}`],
        [`dynamic, ${kind}`, whole],
      ];
    }),
  );
}

/**
 * A module with a component that shows the results of all cells, and stores them in `globalThis.interop` in a browser.
 * It needs the files of {@link reExports} next to it.
 */
function importer(extension = 'js'): string {
  const kinds = Object.entries(PACKAGES);
  const imports = kinds.flatMap(([, { specifier }], n) => [
    `import main${n} from '${specifier}';`,
    `import { named as named${n} } from '${specifier}';`,
    `import * as all${n} from '${specifier}';`,
    `import also${n}, { named as beside${n} } from '${specifier}';`,
    `import { again as again${n}, renamed as renamed${n}, whole as whole${n} } from './again-${n}.${extension}';`,
    `import { named as star${n} } from './star-${n}.${extension}';`,
  ]);
  const answers = kinds.flatMap(([kind], n) => [
    `  'default, ${kind}': show(main${n}),`,
    `  'named, ${kind}': show(named${n}),`,
    `  'namespace, ${kind}': showAll(all${n}),`,
    `  'both, ${kind}': show(also${n}) + ' ' + show(beside${n}),`,
    `  're-export, ${kind}': [show(again${n}), show(renamed${n}), showAll(whole${n}), show(star${n})].join(' '),`,
  ]);
  const dynamic = kinds.map(([kind, { specifier }]) => `  'dynamic, ${kind}': showAll(await import('${specifier}')),`);
  return [
    "import { createElement, lazy, Suspense, useEffect } from 'react';",
    ...imports,
    'export const show = (value) => {',
    "  if (typeof value === 'function') return value();",
    "  if (typeof value !== 'object' || value === null) return String(value);",
    "  return '{' + Object.keys(value).filter((key) => key !== '__esModule').sort() + '}';",
    '};',
    "export const showAll = (module) => [module, module.default, module.named].map(show).join(' ');",
    'export const answers = {',
    ...answers,
    '};',
    'export const Shown = ({ name, attribute, all }) => {',
    '  useEffect(() => { globalThis.interop = { ...globalThis.interop, [name]: { ...globalThis.interop?.[name], ...all } }; });',
    "  return createElement('pre', { [attribute]: name }, JSON.stringify(all));",
    '};',
    'export const Later = lazy(async () => {',
    '  const all = {',
    ...dynamic,
    '  };',
    "  return { default: ({ name }) => createElement(Shown, { name, attribute: 'data-later', all }) };",
    '});',
    "export const Answers = ({ name }) => [createElement(Shown, { key: 'now', name, attribute: 'data-now', all: answers }),",
    "  createElement(Suspense, { key: 'later' }, createElement(Later, { name }))];",
    '',
  ].join('\n');
}

function reExports(folder: string, extension = 'js'): Record<string, string> {
  return Object.fromEntries(
    Object.values(PACKAGES).flatMap(({ specifier }, n) => [
      [
        `${folder}/again-${n}.${extension}`,
        `export { default as again, named as renamed } from '${specifier}';\nexport * as whole from '${specifier}';\n`,
      ],
      // `export *` is not possible for JSON, because the bundler knows no names.
      [
        `${folder}/star-${n}.${extension}`,
        `export ${specifier.endsWith('.json') ? '{ named }' : '*'} from '${specifier}';\n`,
      ],
    ]),
  );
}

/** The library in a folder: its source and its published files. */
function library(folder: string): Record<string, string> {
  return {
    ...reExports(folder),
    [`${folder}/answers.js`]: importer(),
    ...reExports(folder, 'mjs'),
    [`${folder}/strict.mjs`]: importer('mjs'),
    [`${folder}/index.js`]:
      "export { Answers } from './answers.js';\nexport { Answers as Strict } from './strict.mjs';\n",
  };
}

/** A demo that imports packages in every possible way, and shows its own results and those of the library. */
const demo = (): string =>
  [
    "import { Answers as ByPath, Strict } from '../src';",
    "import { Answers as ByName } from 'interop-library';",
    "import { Answers as ByAlias } from '@/index.js';",
    "import { Answers as Beside } from './strict.mjs';",
    importer(),
    'const parts = {',
    "  'demo file': Answers, 'demo .mjs': Beside, 'library by path': ByPath, 'library by name': ByName, 'library by alias': ByAlias, 'library .mjs': Strict,",
    '};',
    'export default () => Object.entries(parts).map(([name, part]) => createElement(part, { key: name, name }));',
    '',
  ].join('\n');

/** Importing files by name: whether they belong to the library, and the page that shows their results. */
export const IMPORTERS: Record<string, { isLibrary: boolean; page: string }> = {
  'demo file': { isLibrary: false, page: '/' },
  'demo .mjs': { isLibrary: false, page: '/' },
  'library by path': { isLibrary: true, page: '/' },
  'library by name': { isLibrary: true, page: '/' },
  'library by alias': { isLibrary: true, page: '/' },
  'library .mjs': { isLibrary: true, page: '/' },
  'demo fence': { isLibrary: false, page: '/' },
  mdx: { isLibrary: false, page: '/page' },
  'library of mdx': { isLibrary: true, page: '/page' },
  theme: { isLibrary: false, page: '/' },
  'library of theme': { isLibrary: true, page: '/' },
};

/** The rule of an importer in a project with this `type` in its package.json. */
export function ruleOf(name: string, type: 'module' | 'commonjs'): Rule {
  return IMPORTERS[name]?.isLibrary && (type === 'module' || name.endsWith('.mjs')) ? 'node' : 'flag';
}

/** Importers that are part of a demo, which can be edited and exported. */
export const IN_DEMOS: string[] = Object.keys(IMPORTERS).filter((name) => !/mdx|theme/.test(name));

/** Files of a site with all cells. */
export function interopSite(type: 'module' | 'commonjs'): Record<string, string> {
  const packages = Object.values(PACKAGES).flatMap(({ specifier, files }) => {
    const name = specifier.replace('/values.json', '');
    return Object.entries(files).map(([file, text]) => [`node_modules/${name}/${file}`, text]);
  });
  const manifest = { name: 'interop-library', version: '1.0.0', type };
  return {
    ...Object.fromEntries(packages),
    'package.json': JSON.stringify({ ...manifest, main: './es/index.js' }),
    ...library('src'),
    // The library as it is installed in an exported project.
    'node_modules/interop-library/package.json': JSON.stringify({ ...manifest, main: './es/index.js' }),
    ...library('node_modules/interop-library/es'),
    'cascader-docs.config.ts':
      "export default { theme: './theme/theme.js', resolve: { entryFile: './src/index.js' } };\n",
    ...reExports('docs'),
    'docs/index.md': [
      '# Home',
      '<code src="../demos/demo.jsx"></code>',
      `\`\`\`jsx\n${importer()}export default () => createElement(Answers, { name: 'demo fence' });\n\`\`\``,
      '',
    ].join('\n\n'),
    'docs/page.mdx': `# Page\n\nimport { Answers as FromLibrary } from 'interop-library';\n${importer()}\n<Answers name="mdx" />\n\n<FromLibrary name="library of mdx" />\n`,
    ...reExports('demos'),
    ...reExports('demos', 'mjs'),
    'demos/strict.mjs': importer('mjs'),
    'demos/demo.jsx': demo(),
    ...reExports('theme'),
    'theme/theme.js': `import theme from 'cascader-docs/theme';\nimport { Answers as FromLibrary } from 'interop-library';\n${importer()}export default {\n  ...theme,\n  ContentTop: () => createElement(Answers, { name: 'theme' }),\n  ContentBottom: () => createElement(FromLibrary, { name: 'library of theme' }),\n};\n`,
  };
}
