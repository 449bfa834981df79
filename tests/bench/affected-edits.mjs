// affected-edits.mjs [--edits 500] [--from 0] [--seed 1] — whether every demo whose output a random edit changes is in the set of
//   `affected`. The truth is a bundle of each demo that esbuild makes alone: its scripts, style sheets and files, and those of its steps.
//   `affected` is called in this process. Run `npm run build` before it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import * as library from './affected-library.mjs';
import { createRandom } from './random.mjs';

const { values: options } = parseArgs({
  options: {
    edits: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
});
const TOOL = path.resolve(import.meta.dirname, '../..');
const { affected } = await import(path.join(TOOL, 'lib/index.js'));
const fromTool = createRequire(path.join(TOOL, 'x.js'));
const [less, postcss] = [fromTool('less'), fromTool('postcss')];
// Not below the tool, whose packages would be resolved.
const root = path.join(fs.realpathSync(os.tmpdir()), `cascader-docs-affected-${options.from}`);
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], { cwd: root });

function write(files) {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(root, file);
    if (text === undefined) fs.rmSync(target);
    else {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, text);
    }
  }
}

const packageFiles = (codes) =>
  Object.fromEntries(Object.entries(codes).map(([name, code]) => [`node_modules/${name}/index.js`, code]));

function prepare() {
  fs.rmSync(root, { recursive: true, force: true });
  write({ ...library.files, 'package-lock.json': library.lockFile({}), ...packageFiles(library.packages) });
  for (const name of Object.keys(library.packages))
    write({
      [`node_modules/${name}/package.json`]: `{"name": "${name}", "version": "1.0.0", "type": "module", "main": "index.js"}`,
    });
  for (const name of ['react', 'react-dom', 'scheduler', 'postcss', '@types/react', '@types/react-dom', 'csstype']) {
    const link = path.join(root, 'node_modules', name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    if (fs.existsSync(path.join(TOOL, 'node_modules', name)))
      fs.symlinkSync(path.join(TOOL, 'node_modules', name), link);
  }
  fs.mkdirSync(path.join(root, 'node_modules/@kit'), { recursive: true });
  fs.symlinkSync(path.join(root, 'packages/tokens'), path.join(root, 'node_modules/@kit/tokens'));
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
}

/** What each demo is in its page: its code, its tag, and its steps. */
function demosOfPages() {
  const demos = new Map();
  const pages = fs.readdirSync(path.join(root, 'docs')).filter((file) => /^[a-z].*\.md$/.test(file));
  for (const page of pages) {
    const text = read(`docs/${page}`).replace(/<embed src="\.\/(.*?)"><\/embed>/g, (_, file) => read(`docs/${file}`));
    const base = page === 'index.md' ? 'docs' : `docs-${page.replace('.md', '')}`;
    const fences = [...text.matchAll(/```tsx\n([\s\S]*?)```/g)];
    for (const [at, [, code]] of fences.entries()) demos.set(`${base} fence ${at}`, { code, tag: '' });
    for (const [tag, name] of text.matchAll(/<code src="\.\.\/demos\/(.*?)\.tsx".*?>/g)) {
      const stepsFile = `demos/${name}.steps.ts`;
      const steps = fs.existsSync(path.join(root, stepsFile)) ? stepsFile : undefined;
      demos.set(`${base}-demo-${name}`, { file: `demos/${name}.tsx`, tag, steps });
    }
    for (const [tag, id] of text.matchAll(/<Playground id="(.*?)".*?>/g))
      demos.set(`${base} playground ${id}`, { code: `export { ${id} as default } from 'kit';`, tag });
  }
  return demos;
}

const tell = (text) => createHash('sha1').update(text).digest('hex');

/** Runs a module of the site, whose imports may have changed since. */
async function run(file) {
  const { outputFiles } = await build({
    ...{ entryPoints: [path.join(root, file)], bundle: true, write: false, format: 'esm', platform: 'node' },
    ...{ packages: 'external', absWorkingDir: root, logLevel: 'silent' },
  });
  const output = path.join(os.tmpdir(), `cascader-docs-affected-${tell(outputFiles[0].contents)}.mjs`);
  fs.writeFileSync(output, outputFiles[0].contents);
  const module = await import(output);
  fs.rmSync(output);
  return module;
}

/** The style sheets that the modules of a script import. esbuild alone also keeps those of modules that it drops, which decide the order. */
function sheetsOf({ inputs, outputs }, script) {
  const { entryPoint, inputs: kept } = outputs[script];
  const [seen, sheets] = [new Set(), []];
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path: target, external } of inputs[file].imports) {
      if (external) continue;
      if (/\.(css|less)$/.test(target)) {
        if (file === entryPoint || kept[file]?.bytesInOutput > 0) sheets.push(target);
      } else visit(target);
    }
  };
  visit(entryPoint);
  return [...new Set(sheets)].sort();
}

/** Modules of scripts are sorted, and classes have no numbers, because both also depend on modules that esbuild drops. */
function inOrder({ path: file, text }) {
  const named = text.replaceAll(/\b(deep_deep|shared_shared-[01]|part_\d+_root)\d+/g, '$1');
  return file.endsWith('.js')
    ? named
        .split(/^(?=\/\/ )/m)
        .sort()
        .join('')
    : named.replaceAll(/^\/\*.*\*\/$/gm, '');
}

/** Returns a digest of the output of each demo. */
async function outputs() {
  const demos = demosOfPages();
  const { default: config } = await run('cascader-docs.config.ts');
  const { default: processors } = await run('postcss.config.mjs');
  const sheet = async (css, from) => (await postcss(processors.plugins).process(css, { from, map: false })).css;
  /** Style sheets of a demo, by its number. */
  const sheets = new Map();
  const plugin = {
    name: 'truth',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^demo:/ }, ({ path: name }) => ({ path: name.slice(5), namespace: 'demo' }));
      onLoad({ filter: /.*/, namespace: 'demo' }, ({ path: name }) => {
        const { file } = demos.get(name);
        const demo = file ? `'./${file}'` : `'code:${name}'`;
        const setup = config.demo?.setup ? `export * as setup from '${config.demo.setup}';\n` : '';
        return { contents: `${setup}export { default } from ${demo};\n`, resolveDir: root, loader: 'js' };
      });
      onResolve({ filter: /^sheets:/ }, ({ path: name }) => ({ path: name.slice(7), namespace: 'sheets' }));
      onLoad({ filter: /.*/, namespace: 'sheets' }, ({ path: at }) => ({
        contents: sheets
          .get(Number(at))
          .map((file) => `import './${file}';\n`)
          .join(''),
        ...{ resolveDir: root, loader: 'js' },
      }));
      onResolve({ filter: /^code:/ }, ({ path: name }) => ({ path: name.slice(5), namespace: 'code' }));
      onLoad({ filter: /.*/, namespace: 'code' }, ({ path: name }) => ({
        ...{ contents: demos.get(name).code, loader: 'tsx', resolveDir: path.join(root, 'docs') },
      }));
      onResolve({ filter: /\?(raw|url)$/ }, async ({ path: name, resolveDir, importer }) => {
        const [request, query] = name.split('?');
        const found = await resolve(request, { resolveDir, importer, kind: 'import-statement' });
        return { path: found.path, namespace: query === 'url' ? 'file' : 'text' };
      });
      onLoad({ filter: /.*/, namespace: 'text' }, ({ path: file }) => ({
        ...{ contents: fs.readFileSync(file, 'utf8'), loader: 'text' },
      }));
      onLoad({ filter: /\.data\.ts$/ }, async ({ path: file }) => {
        const { default: data } = await run(path.relative(root, file));
        const files = data.watch.flatMap((pattern) => {
          const folder = path.join(path.dirname(file), path.dirname(pattern));
          const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
          return names.filter((name) => name.endsWith('.txt')).map((name) => path.join(folder, name));
        });
        return { contents: `export const data = ${JSON.stringify(await data.load(files))};`, loader: 'js' };
      });
      onLoad({ filter: /\.(css|less)$/ }, async ({ path: file }) => {
        const text = fs.readFileSync(file, 'utf8');
        const css = file.endsWith('.less') ? (await less.render(text, { filename: file })).css : text;
        return { contents: await sheet(css, file), loader: file.endsWith('.module.css') ? 'local-css' : 'css' };
      });
    },
  };
  const bundle = async (entryPoints) =>
    await build({
      // Short names would depend on the rest of the bundle.
      ...{ entryPoints, bundle: true, minifySyntax: true, write: false, metafile: true },
      ...{ format: 'esm', outdir: path.join(root, 'out'), absWorkingDir: root, jsx: 'automatic' },
      external: ['react', 'react-dom'],
      alias: { kit: './src/index.ts', ...config.alias },
      define: { 'process.env.NODE_ENV': '"production"', ...config.esbuild?.define },
      // Their bytes, because names with a hash would be shared by all demos.
      loader: { '.svg': 'dataurl' },
      plugins: [plugin],
      logLevel: 'silent',
    });
  // Without `splitting`, esbuild links each entry by itself.
  const scripts = await bundle(
    [...demos].flatMap(([name, { steps }], at) => [
      { in: `demo:${name}`, out: `demo-${at}/demo` },
      ...(steps ? [{ in: steps, out: `demo-${at}/steps` }] : []),
    ]),
  );
  for (const at of [...demos.keys()].keys()) sheets.set(at, sheetsOf(scripts.metafile, `out/demo-${at}/demo.js`));
  const styles = await bundle([...demos.keys()].map((_, at) => ({ in: `sheets:${at}`, out: `demo-${at}/style` })));
  const outputFiles = [
    ...scripts.outputFiles.filter((one) => one.path.endsWith('.js')),
    ...styles.outputFiles.filter((one) => one.path.endsWith('.css')),
  ];
  const texts = [...demos].map(([name, { tag }], at) => {
    const folder = path.join(root, `out/demo-${at}/`);
    const own = outputFiles.filter((one) => one.path.startsWith(folder)).map((one) => `${one.path}\n${inOrder(one)}`);
    const shown = [tag, ...own].join('\n');
    const published = [...shown.matchAll(/\/(picture-\d\.svg)/g)].map(([, file]) => {
      const target = path.join(root, 'docs/public', file);
      return fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : '';
    });
    return [name, tell([shown.replaceAll(/out\/demo-\d+/g, ''), ...published].join('\n'))];
  });
  return new Map(texts);
}

/** The demos whose output differs. */
const changedOf = (before, after) => [...before.keys()].filter((name) => before.get(name) !== after.get(name));

/** As `affected` names demos: those of code blocks are counted in each page, and embedded files are part of it. */
const idOf = (name) =>
  name
    .replace(/ fence (\d+)/, '-demo-$1')
    .replace(/ playground (.*)/, (_, id) => `-demo-playground-${id.toLowerCase()}`);

prepare();
const before = await outputs();
const seed = Number(options.seed);
const kinds = Object.keys(library.edits);
const table = {};
let [measured, missed, changed, found, cpu] = [0, 0, 0, 0, 0];
for (let at = Number(options.from); at < Number(options.edits); at++) {
  const random = createRandom(seed * 100_003 + at);
  // Each tenth edit consists of three.
  const own = at % 10 === 9 ? 3 : 1;
  const chosen = Array.from(
    { length: own },
    (_, nth) => kinds[nth === 0 ? at % kinds.length : Math.floor(random() * kinds.length)],
  );
  const any = (pattern) => {
    const files = Object.keys(library.files).filter((file) => pattern.test(file));
    return files[Math.floor(random() * files.length)];
  };
  const edit = Object.assign({}, ...chosen.map((kind) => library.edits[kind]({ random, any, read })));
  write(edit);
  const after = await outputs().catch((error) =>
    console.log(`edit ${at} does not build: ${error.message.split('\n')[0]}`),
  );
  const start = performance.now();
  const result = after ? await affected({ root, against: 'HEAD' }) : { demos: [] };
  cpu += performance.now() - start;
  const set = new Set(result.demos.map(({ id }) => id));
  const truth = after ? changedOf(before, after).map(idOf) : [];
  if (after) measured++;
  const misses = truth.filter((id) => !set.has(id));
  const row = (table[own > 1 ? 'three of them' : chosen[0]] ??= { edits: 0, changed: 0, found: 0, missed: 0 });
  row.edits++;
  row.changed += truth.length;
  row.found += set.size;
  row.missed += misses.length;
  missed += misses.length;
  changed += truth.length;
  found += set.size;
  if (misses.length > 0)
    console.log(
      `edit ${at} (${chosen.join(', ')}: ${Object.keys(edit).join(', ')}): missed ${misses.length} of ${truth.length}: ${misses.slice(0, 3).join(', ')}`,
    );
  if (at % 25 === 24) console.log(`${at + 1} edits, missed ${missed} of ${changed}, sets have ${found}`);
  git('reset', '--quiet', '--hard');
  git('clean', '--quiet', '-fd');
  write(packageFiles(library.packages));
}
console.table(table);
console.log(
  `${measured} edits: ${changed - missed} of ${changed} changed demos are in the sets, which have ${found}; ${Math.round(cpu / 1000)} s`,
);
