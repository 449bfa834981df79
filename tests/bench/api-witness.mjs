// api-witness.mjs HISTORY [--temp FOLDER] — writes code for each breaking fact of a minor version, which the compiler accepts
//   with the version before and rejects with the version. Prints Markdown, and the facts without such code.
//
//   HISTORY  a file that `cascader-docs api history` wrote
//   --temp   cache with one folder for each version, in which npm has installed the package
//
// Versions 0.x are left out: their minors may break. See api-history.md.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { temp: { type: 'string', default: path.join(os.tmpdir(), 'cascader-docs-api-history') } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Pass the path of a history file.');
const history = JSON.parse(fs.readFileSync(file, 'utf8'));
const breakingOf = await loadBreakingOf();
const versions = history.versions.filter(({ untyped }) => !untyped).map(({ version }) => version);
const majorOf = (version) => Number(version.split('.')[0]);
const rows = [];
for (const [index, version] of versions.entries()) {
  const before = versions[index - 1];
  if (before === undefined || majorOf(version) === 0 || majorOf(before) !== majorOf(version)) continue;
  const facts = history.facts.filter((fact) => fact.version === version);
  for (const fact of breakingOf(facts)) rows.push({ fact, before, witness: witnessOf(fact, before, version) });
}
for (const { fact, before, witness } of rows)
  console.log(
    `| ${before} → ${fact.version} | \`${fact.name}\` ${fact.change} | ${witness ? `\`${witness.error.replaceAll('|', '\\|')}\`` : '**none**'} |`,
  );
const without = rows.filter(({ witness }) => !witness).length;
console.log(`\n${rows.length} breaking facts in minors, ${without} without code that is rejected.`);
process.exitCode = without > 0 ? 1 : 0;

async function loadBreakingOf() {
  const entry = path.join(root, 'src/shared/api-changes/is-breaking.ts');
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  const { breakingOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return breakingOf;
}

/** Returns the first module that only the older version accepts, with the error of the newer one. */
function witnessOf(fact, before, version) {
  for (const source of modulesFor(fact)) {
    if (errorIn(source, { version: before, old: before }) !== undefined) continue;
    const error = errorIn(source, { version, old: before });
    if (error !== undefined) return { source, error };
  }
  return undefined;
}

/** Returns modules that use a name of the older version. A generic type is tried with and without arguments. */
function modulesFor({ name, change, from, read }) {
  const [id, row] = name.split('#');
  const [base] = id.split('.');
  const imported = [...new Set([base, ...(from?.match(/\b[A-Z]\w*/g) ?? []).filter(isExport)])].join(', ');
  const head = `import * as React from 'react';\nimport { ${imported} } from '${history.package}';\nexport { ${base} };\n`;
  if (row === undefined && change === 'removed') return [head];
  const isRef = row?.startsWith('ref.');
  const types = isRef
    ? [`React.ElementRef<typeof ${id}>`]
    : [`React.ComponentProps<typeof ${id}>`, id, `${id}<any>`, `${id}<any, any>`];
  if (row === undefined) {
    const texts = [...textOf(from), `typeof import('old').${id}`, `import('old').${id}`];
    return texts.flatMap((old) =>
      [
        `const got: ${old} = ${id};`,
        read ? `const got: ${old} = null! as ${id};` : `const passed: ${id} = null! as ${old};`,
      ].map((text) => head + text),
    );
  }
  const key = JSON.stringify(row.replace(/^ref\./, ''));
  return types.flatMap((type) => {
    const older = `(${type.replace(/^(?=[A-Z]\w*(?:<|$))/, "import('old').").replace('typeof ', "typeof import('old').")})[${key}]`;
    const texts = [...textOf(from), `Exclude<${older}, undefined>`, older];
    return bodies(type, key, { change, read, texts }).map((text) => head + text);
  });
}

/** Returns the text of a type, unless it is unknown or was cut. */
function textOf(from) {
  return from === undefined || from.endsWith('…') ? [] : [from];
}

function bodies(type, key, { change, read, texts }) {
  if (change === 'removed') return [`export type Named = (${type})[${key}];`];
  if (change === 'optional') return [`const got: {} | null = (null! as ${type})[${key}];`];
  if (change === 'added' || change === 'required') return [`const passed: ${type} = null! as Omit<${type}, ${key}>;`];
  return texts.flatMap((old) =>
    read
      ? [
          `const got: ${old} = (null! as ${type})[${key}];`,
          `const got: (${old}) | undefined = (null! as ${type})[${key}];`,
        ]
      : [`const passed: (${type})[${key}] = null! as ${old};`],
  );
}

function isExport(word) {
  return history.names.includes(word) || history.facts.some(({ name }) => name === word);
}

/** Returns the first error of a module with a version; undefined if there is none. */
function errorIn(source, versions) {
  const folder = install(versions);
  fs.writeFileSync(path.join(folder, 'witness.tsx'), source);
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--jsx', 'preserve', '--module', 'esnext'];
  const { stdout } = spawnSync(tsc, [...flags, '--moduleResolution', 'bundler', '--types', '', 'witness.tsx'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return /error (TS\d+: .*)/.exec(stdout)?.[1];
}

/** Installs a version, and the older one as `old`. */
function install({ version, old }) {
  const key = `${history.package}@${version}`;
  const folder = path.join(options.temp, `witness-${key.replaceAll('/', '+')}-${old}`);
  if (fs.existsSync(path.join(folder, 'node_modules'))) return folder;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--force'];
  execFileSync('npm', ['install', ...flags, key, `old@npm:${history.package}@${old}`, '@types/react@18'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
