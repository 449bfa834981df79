// api-witness.mjs HISTORY [--compatible] [--temp FOLDER] — writes code for each breaking fact of a minor version, which the compiler accepts
//   with the version before and rejects with the version. Prints Markdown, and the facts without such code.
//
//   HISTORY  a file that `cascader-docs api history` wrote
//   --compatible  writes such code for the other facts instead: there should be none
//   --temp   cache with one folder for each version, in which npm has installed the package
//
// Versions 0.x are left out: their minors may break. See api-history.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { installBoth } from './install-both.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compatible: { type: 'boolean', default: false },
    temp: { type: 'string', default: path.join(os.tmpdir(), 'cascader-docs-api-history') },
  },
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
  const all = history.facts.filter((fact) => fact.version === version);
  const breaking = breakingOf(all);
  const facts = options.compatible ? compatibleOf(all, breaking) : [...breaking];
  const witnesses = witnessesOf(facts, before, version);
  rows.push(...facts.map((fact, place) => ({ fact, before, witness: witnesses[place] })));
}
for (const { fact, before, witness } of rows)
  console.log(
    `| ${before} → ${fact.version} | \`${fact.name}\` ${fact.change} | ${witness ? `\`${witness.error.replaceAll('|', '\\|')}\`` : '**none**'} |`,
  );
const without = rows.filter(({ witness }) => !witness).length;
const kind = options.compatible ? 'compatible' : 'breaking';
console.log(`\n${rows.length} ${kind} facts in minors, ${without} without code that is rejected.`);
process.exitCode = without === (options.compatible ? rows.length : 0) ? 0 : 1;

/** Code does not create values of types that are only read. A name may also have a breaking fact, which has the code. */
function compatibleOf(facts, breaking) {
  const names = new Set([...breaking].map(({ name }) => name));
  return facts.filter(({ name, change, read }) => !names.has(name) && !(change === 'added' && read));
}

async function loadBreakingOf() {
  const entry = path.join(root, 'src/shared/api-changes/is-breaking.ts');
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  const { breakingOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return breakingOf;
}

/** Returns for each fact the first module that only the older version accepts, with the error of the newer one. */
function witnessesOf(facts, before, version) {
  const modules = facts.flatMap((fact, place) => modulesFor(fact).map((source) => ({ source, fact: place })));
  if (modules.length === 0) return [];
  const sources = modules.map(({ source }) => source);
  const [older, newer] = [before, version].map((one) => errorsIn(sources, { version: one, old: before }));
  return facts.map((_, place) => {
    const found = modules.findIndex(({ fact }, index) => fact === place && !older.has(index) && newer.has(index));
    return found === -1 ? undefined : { source: sources[found], error: newer.get(found) };
  });
}

/** Returns modules that use a name of the older version. A name may be that of the default export. */
function modulesFor(fact) {
  const [base] = fact.name.split(/[#.]/);
  return ['named', 'default'].flatMap((kind) => modulesWith(fact, { base, isDefault: kind === 'default' }));
}

/** A generic type is tried with and without arguments. */
function modulesWith({ name, change, from, read }, { base, isDefault }) {
  const [id, row] = name.split('#');
  const others = [...new Set((from?.match(/\b[A-Z]\w*/g) ?? []).filter(isExport))].filter((one) => one !== base);
  const named = [...(isDefault ? [`default as ${base}`] : [base]), ...others].join(', ');
  const head = `import * as React from 'react';\nimport { ${named} } from '${history.package}';\nexport { ${base} };\n`;
  const inOld = (text) =>
    isDefault ? text.replace(new RegExp(`(import\\('old'\\)\\.)${base}\\b`, 'g'), '$1default') : text;
  if (row === undefined && change === 'removed') return [head];
  const isRef = row?.startsWith('ref.');
  const types = isRef
    ? [`React.ElementRef<typeof ${id}>`]
    : [`React.ComponentProps<typeof ${id}>`, id, `${id}<any>`, `${id}<any, any>`, `${id}<any, any, any>`];
  if (row === undefined) {
    const texts = [...textOf(from), `typeof import('old').${id}`, `import('old').${id}`];
    return texts.flatMap((old) =>
      [
        `const got: ${old} = ${id};`,
        read ? `const got: ${old} = null! as ${id};` : `const passed: ${id} = null! as ${old};`,
      ].map((text) => head + inOld(text)),
    );
  }
  const key = JSON.stringify(row.replace(/^ref\./, ''));
  return types.flatMap((type) => {
    const older = `(${type.replace(/^(?=[A-Z]\w*(?:<|$))/, "import('old').").replace('typeof ', "typeof import('old').")})[${key}]`;
    const texts = [...textOf(from), `Exclude<${older}, undefined>`, older];
    return bodies(type, key, { change, read, texts }).map((text) => head + inOld(text));
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

/** Returns the first error of each module that has one with a version, by its place. */
function errorsIn(sources, versions) {
  const folder = installBoth({ name: history.package, temp: options.temp, ...versions });
  const files = sources.map((source, index) => {
    fs.writeFileSync(path.join(folder, `witness-${index}.tsx`), source);
    return `witness-${index}.tsx`;
  });
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--jsx',
    'preserve',
    '--module',
    'esnext',
    '--pretty',
    'false',
  ];
  const { stdout } = spawnSync(tsc, [...flags, '--moduleResolution', 'bundler', '--types', '', ...files], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const errors = new Map();
  for (const [, index, error] of stdout.matchAll(/^witness-(\d+)\.tsx\(.*?: error (TS\d+: .*)/gm))
    if (!errors.has(Number(index))) errors.set(Number(index), error);
  return errors;
}
