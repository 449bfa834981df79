// playground.mjs FOLDER [LIBRARY…]   — controls of eight components each of five libraries. FOLDER has the packages
// (see playground.md). Prints tables in Markdown, and writes everything to FOLDER/results.json.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { createDocgen } from './playground/docgen.mjs';
import { LIBRARIES } from './playground/libraries.mjs';
import { buildSite, ROOT, readPlaygrounds, refusedOf, timeTypes, writeSite } from './playground/sites.mjs';
import { compareStates } from './playground/states.mjs';
import { print } from './playground/tables.mjs';

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node tests/bench/playground.mjs FOLDER [LIBRARY…]');
const home = path.resolve(folder);
const required = createRequire(path.join(home, 'x.js'));
const shared = await loadShared();
const { runDocgen, compareDocgen, explainMissing } = createDocgen({ required, shared });

async function measure(name, library) {
  const site = writeSite(home, name, library);
  const { seconds, diagnostics } = buildSite(site);
  const playgrounds = readPlaygrounds(site, library);
  const types = await timeTypes(site, library);
  const docgen = runDocgen(site, library);
  const rendered = await compareStates({ home, required, shared }, site, library, playgrounds);
  const components = playgrounds.map(describe);
  explainMissing(site, library, components);
  return { name, package: library.package, seconds, types, diagnostics, components };

  function describe({ id, playground }) {
    const documented = docgen[id] ?? {};
    return {
      id,
      found: Boolean(playground),
      ...(playground && {
        ...countRows(playground),
        schemaBytes: zlib.gzipSync(JSON.stringify(playground.schema)).length,
        templateBytes: zlib.gzipSync(JSON.stringify(playground)).length,
        branches: playground.schema.branches.length,
        refused: refusedOf(diagnostics, id),
        ...compareDocgen(playground.schema, documented),
        rendered: rendered[id],
      }),
    };
  }
}

async function loadShared() {
  const entry = ['states', 'values', 'print', 'props', 'address'].map((file) => `export * from './${file}.ts';`);
  const outfile = path.join(home, 'shared.mjs');
  await build({
    stdin: { contents: entry.join('\n'), resolveDir: path.join(ROOT, 'src/shared/playground'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return await import(pathToFileURL(outfile).href);
}

// Rows of the table of controls

function countRows({ schema }) {
  const rows = {};
  const add = (row) => {
    rows[row] = (rows[row] ?? 0) + 1;
  };
  for (const name of shared.namesOf(schema)) add(rowOf(shared.controlOf(schema, name).control));
  const without = {};
  for (const [name, reason] of schema.without ?? []) {
    add(`none: ${reason}`);
    without[reason] = [...(without[reason] ?? []), name];
  }
  return { rows, without };
}

function rowOf(control) {
  switch (control.kind) {
    case 'choice':
      return 'literals, enum';
    case 'text':
      return control.pattern === undefined ? 'string' : 'template literal';
    case 'node':
      return 'ReactNode';
    case 'union':
      return 'different kinds';
    case 'object':
    case 'tuple':
      return 'flat object, tuple';
    case 'list':
      return 'array';
    case 'event':
      return 'callback';
    default:
      return control.kind;
  }
}

const results = [];
for (const name of names.length > 0 ? names : Object.keys(LIBRARIES))
  results.push(await measure(name, LIBRARIES[name]));
fs.writeFileSync(path.join(home, 'results.json'), JSON.stringify(results, null, 1));
print(results);
