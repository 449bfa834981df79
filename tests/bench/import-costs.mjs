// import-costs.mjs — compares the costs of imports in `components.json` (`apiParser.importCost`) with a bundle of esbuild alone for each
//   export, whose metafile names its size. Two libraries of verdict-libraries.mjs, with CSS modules and with Radix, and one from npm.
//   Run `npm run build` before it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { cssModules, tailwind } from './verdict-libraries.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
// Not below the tool, whose packages would be resolved.
const work = path.join(os.tmpdir(), 'cascader-docs-import-costs');
const REACT = ['react@19', 'react-dom@19', '@types/react@19', '@types/react-dom@19'];
/** `from`: what an application imports, relative to the site. */
const LIBRARIES = {
  cssModules: { ...cssModules, from: './src/index.ts' },
  radix: { ...tailwind, packages: ['radix-ui@1.4.3'], from: './src/index.ts' },
  headlessui: { files: {}, packages: ['@headlessui/react@2.2.9'], from: '@headlessui/react' },
};

let [measured, worst] = [0, 0];
for (const [name, library] of Object.entries(LIBRARIES)) {
  const root = path.join(work, name);
  const { components = await exportsOf(root, library) } = library;
  writeSite(root, library, components);
  const out = path.join(root, 'dist');
  execFileSync(process.execPath, [path.join(ROOT, 'bin/cascader-docs.js'), 'build', '--out', out], { cwd: root });
  const published = JSON.parse(fs.readFileSync(path.join(out, 'components.json'), 'utf8')).components;
  for (const id of components) {
    const { importCost } = published.find((one) => one.id === id) ?? {};
    if (!importCost) throw new Error(`${name} has no cost of ${id}`);
    const { size, bytes } = await bundle(root, `export { ${id} } from '${library.from}';`);
    const off = Math.max(...['gzip', 'brotli'].map((kind) => Math.abs(importCost[kind] - size[kind]) / size[kind]));
    measured++;
    worst = Math.max(worst, off);
    console.log(
      `${name} ${id}: ${bytes} bytes; ${size.gzip} gzip, published ${importCost.gzip}; ${size.brotli} Brotli, published ${importCost.brotli}`,
    );
  }
}
console.log(`${measured} exports, at most ${(100 * worst).toFixed(2)} % apart`);

async function exportsOf(root, { packages: [one], from }) {
  install(root, [one]);
  const names = Object.keys(await import(path.join(root, 'node_modules', from, 'dist/headlessui.esm.js')));
  // Hooks and constants have no table.
  return names.filter((name) => /^[A-Z]/.test(name) && name !== 'FocusTrapFeatures');
}

function install(root, packages) {
  fs.mkdirSync(root, { recursive: true });
  fs.writeFileSync(
    path.join(root, 'package.json'),
    '{"name": "kit", "version": "1.0.0", "sideEffects": ["*.css"], "files": ["src"]}',
  );
  if (fs.existsSync(path.join(root, 'node_modules/react'))) return;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--prefer-offline', ...REACT, ...packages], {
    cwd: root,
  });
}

function writeSite(root, { files, packages = [], from }, components) {
  install(root, packages);
  const entry = from.startsWith('.') ? '' : `entry: '${from}', `;
  const all = {
    'cascader-docs.config.ts': `export default { apiParser: { ${entry}importCost: true } };\n`,
    'tsconfig.json':
      '{"compilerOptions": {"jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true, "allowImportingTsExtensions": true, "noEmit": true}}',
    'docs/index.md': `# Home\n\n${components.map((id) => `<API id="${id}"></API>\n`).join('\n')}`,
    'css.d.ts': "declare module '*.css' { const styles: Record<string, string>; export default styles; }\n",
    // Without its demos and pages.
    ...Object.fromEntries(Object.entries(files).filter(([file]) => file.startsWith('src/'))),
  };
  for (const [file, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

/** As applications are bundled: see `APPLICATION` of the tool. */
async function bundle(root, contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8', jsx: 'automatic' },
    ...{ write: false, metafile: true, outdir: path.join(root, 'out'), absWorkingDir: root },
    external: ['react', 'react-dom'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  const script = outputFiles.find((one) => one.path.endsWith('.js'));
  const { bytes } = metafile.outputs[path.relative(root, script.path)];
  if (bytes !== script.contents.length) throw new Error('The metafile has another size');
  return {
    bytes,
    size: { gzip: gzipSync(script.contents).length, brotli: brotliCompressSync(script.contents).length },
  };
}
