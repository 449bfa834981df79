/**
 * Builds `lib` (`npm run build`). With `--publish`, the code is minified and refers to no source maps: they are not packed.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const source = (file) => path.join(root, 'src', file);
const lib = (folder = '') => path.join(root, 'lib', folder);
const flexsearch = path.join(root, 'node_modules/flexsearch/dist/flexsearch.light.module.min.js');

/** Packages that are not bundled: native code, packages loaded on demand, and packages that a project may have itself. */
const EXTERNAL = [
  ...['esbuild', 'satteri', 'oxc-transform', 'typescript', 'less'],
  ...['@codesandbox/sdk', 'playwright-core', 'axe-core'],
];

const isPublished = process.argv.includes('--publish');

const COMMON = { absWorkingDir: root, bundle: true, logLevel: 'warning', metafile: true };

/** Entries for Node: the command line, the Node API, and the scripts of workers and child processes. */
const node = {
  ...COMMON,
  platform: 'node',
  format: 'esm',
  sourcemap: isPublished ? 'external' : 'linked',
  // Names stay, so that stacks are readable. The license texts are in a separate file.
  ...(isPublished && { minifyWhitespace: true, minifySyntax: true, lineLimit: 160, legalComments: 'none' }),
  // Packages without ESM would bundle it a second time.
  alias: { acorn: path.join(root, 'node_modules/acorn/dist/acorn.mjs') },
  splitting: true,
  target: 'node20.19',
  outdir: lib(),
  external: EXTERNAL,
  entryPoints: {
    start: source('cli/start.ts'),
    cli: source('cli/cli.ts'),
    index: source('index.ts'),
    kit: source('kit/kit.ts'),
    'demo-watch-worker': source('node/render/demos/demo-watch-worker.ts'),
    'loop-worker': source('node/project/loop-worker.ts'),
    'demo-worker': source('node/render/demos/demo-worker.ts'),
    'types-worker': source('node/types/types-worker.ts'),
    prebuild: source('prebuild.ts'),
  },
  // CommonJS packages in the bundle require modules of Node.
  banner: {
    js: "import { createRequire as createToolRequire } from 'node:module'; const require = createToolRequire(import.meta.url);",
  },
};

/** Modules of `dom-accessibility-api` with polyfills for old browsers, and what replaces them in supported browsers. */
const POLYFILLS = [
  [/polyfills.array\.from\.mjs$/, /[\s\S]*/, 'export default (list) => Array.from(list);'],
  [/polyfills.SetLike\.mjs$/, /[\s\S]*/, 'export default Set;'],
  // The roles in this table are never implicit, so it has no effect.
  [/getRole\.mjs$/, /(?<=^var prohibitedAttributes = )\{[\s\S]*?\n\}/m, '{}'],
  [
    /getRole\.mjs$/,
    /(?<=\.some\()function \(attributeName\) \{[\s\S]*?\n {2}\}(?=\);\n\}\nfunction ignorePresentationalRole)/,
    '(name) => element.hasAttribute(name)',
  ],
  [
    /getRole\.mjs$/,
    /(?<=^export function getLocalName\(element\) \{\n)[\s\S]*?\n(?=\})/m,
    'return element.localName;\n',
  ],
  [
    /accessible-name-and-description\.mjs$/,
    /(?<=function getLabels\(element\) \{\n)[\s\S]*?\n(?=\})/,
    'return element.labels ? ArrayFrom(element.labels) : null;\n',
  ],
];

/** Removes these polyfills, which are a tenth of the step player. */
const withoutPolyfills = {
  name: 'without-polyfills',
  setup({ onLoad }) {
    onLoad({ filter: /dom-accessibility-api.*\.mjs$/ }, (args) => {
      let text = fs.readFileSync(args.path, 'utf8');
      for (const [, polyfill, replacement] of POLYFILLS.filter(([file]) => file.test(args.path))) {
        if (!polyfill.test(text)) throw new Error(`${args.path} has no polyfill any more`);
        text = text.replace(polyfill, replacement);
      }
      return { contents: text };
    });
  },
};

const browser = { ...COMMON, plugins: [withoutPolyfills], minify: true, target: 'es2022', outdir: lib('browser') };

/**
 * Scripts that are not modules: those in the frame of edited demos, the step runner for `check`, the script of the page
 * for reviewing screenshots, and the script of archived versions.
 */
const classic = {
  ...browser,
  format: 'iife',
  entryPoints: {
    sandbox: source('app/sandbox-entry.ts'),
    compiler: source('app/compiler-entry.ts'),
    'css-modules': source('app/css-modules-entry.ts'),
    'check-steps': source('app/check-steps-entry.ts'),
    review: source('app/review-entry.ts'),
    versions: source('app/versions-entry.ts'),
  },
};

/** Scripts that pages load on demand, the same for every site. */
const onDemand = {
  ...browser,
  format: 'esm',
  alias: { flexsearch },
  entryPoints: {
    editor: source('app/editor-entry.ts'),
    search: source('app/search-entry.ts'),
    'search-worker': source('app/search-worker.ts'),
    'api-table': source('app/api-table-entry.ts'),
    'api-changes': source('app/api-changes-entry.ts'),
    'search-engine': source('app/search-engine-entry.ts'),
    steps: source('app/steps-entry.ts'),
    'more-steps': source('app/more-steps-entry.ts'),
    'play-steps': source('app/play-steps-entry.ts'),
  },
};

/** The script of pages in `dev`. */
const dev = {
  ...browser,
  minify: false,
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"development"' },
  entryPoints: { dev: source('app/dev-entry.ts') },
};

fs.mkdirSync(lib(), { recursive: true });
// Type declarations are built separately, so they stay.
for (const file of fs.readdirSync(lib())) if (/\.js(?:\.map)?$/.test(file)) fs.rmSync(lib(file));
fs.rmSync(lib('prebuilt'), { recursive: true, force: true });
const [ofNode, ...ofBrowser] = await Promise.all([node, classic, onDemand, dev].map((options) => build(options)));
// The default fonts are files of the theme. Their packages have the licenses.
const fonts = ['geist', 'geist-mono'].map((name) =>
  path.join(root, `node_modules/@fontsource-variable/${name}/package.json`),
);
const filesOf = ({ metafile }) =>
  Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.keys(inputs).filter((key) => inputs[key].bytesInOutput > 0))
    .map((key) => path.resolve(root, key));
// The built tool generates what all sites share, and the license notices of bundled packages.
execFileSync(process.execPath, [lib('prebuild.js')], {
  input: JSON.stringify({ node: filesOf(ofNode), browser: [...ofBrowser.flatMap(filesOf), ...fonts] }),
  stdio: ['pipe', 'inherit', 'inherit'],
});
