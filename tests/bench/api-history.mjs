// api-history.mjs HISTORY [--count 60] [--seed 1] [--temp FOLDER]
//   — checks the facts "added" and "removed" of a history file without the built-in extraction. Prints Markdown.
//
//   HISTORY  a file that `cascader-docs api history` wrote
//   --count  number of rows of components to check, or `all`. Half of them have facts of this kind.
//   --temp   cache with one folder for each version, in which npm has installed the package. Default: in the system's folder for
//            temporary files. An antd version takes 250 MB.
//
// Each version is installed with `npm install --ignore-scripts PACKAGE@VERSION @types/react@18`. TypeScript 5.9 evaluates
// `keyof`, distributed over unions, for the props of each component. JSX is no test, because it accepts any name with a hyphen.
// Properties that React's types declare are DOM attributes: they are no names of a history. See api-history.md.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from './random.mjs';

const TYPESCRIPT = '5.9';
const REACT_TYPES = '18';
/** Names that React takes from the props. */
const TAKEN_BY_REACT = ['ref', 'key'];
const PRESENCE = { added: true, declared: true, removed: false, inherited: false };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    temp: { type: 'string', default: path.join(os.tmpdir(), 'cascader-docs-api-history') },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error('Pass the path of a history file.');
const history = JSON.parse(fs.readFileSync(file, 'utf8'));
const ts = loadTypeScript();
const versions = history.versions.filter(({ untyped }) => !untyped);
const expected = replay(versions);
const found = versions.map((version) => readVersion(version));
const names = pickNames();
const differences = compare(names);
const wrong = differences.flatMap(({ differing }) => differing.filter(({ says }) => says !== 'DOM attribute'));
printReport();
process.exitCode = wrong.length > 0 ? 1 : 0;

/** Installs TypeScript outside of the repository, whose own version has another API. */
function loadTypeScript() {
  const folder = install(`typescript@${TYPESCRIPT}`, [`typescript@${TYPESCRIPT}`]);
  return createRequire(path.join(folder, 'package.json'))('typescript');
}

/** Installs packages in a folder of the cache. Returns the folder. */
function install(key, packages) {
  const folder = path.join(options.temp, key.replaceAll('/', '+'));
  const mark = path.join(folder, '.installed');
  if (fs.existsSync(mark)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  process.stderr.write(`npm install ${packages.join(' ')}\n`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  fs.writeFileSync(mark, '');
  return folder;
}

/** Returns the names that each version has according to the history. */
function replay(list) {
  const known = new Set(history.names);
  return list.map(({ version }) => {
    for (const { name, version: at, change } of history.facts) {
      if (at !== version || !(change in PRESENCE)) continue;
      if (PRESENCE[change]) known.add(name);
      else known.delete(name);
    }
    return new Set(known);
  });
}

/** Returns the props of each component of a version, read by TypeScript, with the folder that it was read from. */
function readVersion({ version, package: name = history.package, dependencies = {} }) {
  const folder = install(`${name}@${version}`, [`${name}@${version}`, `@types/react@${REACT_TYPES}`]);
  const probe = path.join(folder, 'probe.ts');
  const ids = [...new Set([...expected.flatMap((one) => [...one])].map((one) => one.split('#')[0]))].sort();
  fs.writeFileSync(probe, probeText(name, ids));
  const program = ts.createProgram([probe], {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    esModuleInterop: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  const components = new Map();
  const checker = program.getTypeChecker();
  for (const statement of program.getSourceFile(probe).statements) {
    if (!ts.isTypeAliasDeclaration(statement) || !/^Probe\d/.test(statement.name.text)) continue;
    const [keys, props] = checker
      .getTypeArguments(checker.getTypeAtLocation(statement.name))
      .map((type) => checker.getBaseConstraintOfType(type) ?? type);
    const id = ids[Number(statement.name.text.slice('Probe'.length))];
    if (!(props.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never))) components.set(id, propsOf(checker, keys, props));
  }
  return { version, folder, components, floating: floatingDependencies(folder, dependencies) };
}

/**
 * Returns the source that queries for the props of exports. What is no component gives `never`. The
 * default export has the name of the package in the history.
 */
function probeText(name, ids) {
  const lines = ids.map((id, index) => {
    const [first, ...members] = id.split('.');
    const member = members.reduce((type, one) => `Member<${type}, '${one}'>`, `Exported<'${first}'>`);
    return `export type Probe${index} = [Keys<PropsOf<${member}>>, PropsOf<${member}>];`;
  });
  return `import * as React from 'react';
import * as lib from '${name}';
type Library = typeof lib;
type Member<T, K extends string> = K extends keyof T ? T[K] : never;
type Exported<K extends string> = K extends keyof Library ? Library[K] : ${JSON.stringify(defaultName())} extends K ? Member<Library, 'default'> : never;
type PropsOf<T> = [T] extends [never] ? never : T extends React.JSXElementConstructor<any> ? React.ComponentProps<T> : never;
type Keys<T> = T extends unknown ? keyof T : never;
${lines.join('\n')}
`;
}

/** Returns the name of the default export in the history: `Cascader` for `rc-cascader`. */
function defaultName() {
  const [last] = history.package.split('/').slice(-1);
  return last.replace(/^rc-/, '').replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
}

/** Returns the names of props, each with the files that declare it. Those of DOM attributes are left out, too. */
function propsOf(checker, keys, props) {
  const parts = (type) => (type.isUnion() ? type.types : [type]);
  const literals = parts(keys).flatMap((key) => (key.isStringLiteral() ? [key.value] : []));
  // `keyof` of an object with an index signature is `string`.
  const isOpen = parts(keys).some(({ flags }) => flags & ts.TypeFlags.String);
  const open = isOpen ? parts(props).flatMap((part) => part.getProperties().map(({ name }) => name)) : [];
  const found = new Map();
  for (const name of new Set([...literals, ...open])) {
    const symbols = parts(props).flatMap((part) => checker.getPropertyOfType(part, name) ?? []);
    const files = [
      ...new Set(symbols.flatMap(({ declarations = [] }) => declarations.map((one) => one.getSourceFile().fileName))),
    ];
    found.set(name, { files, isAttribute: files.length > 0 && files.every((one) => one.includes('/@types/react/')) });
  }
  return found;
}

/** Returns the dependencies that npm installed in another version than the history names. */
function floatingDependencies(folder, dependencies) {
  return Object.entries(dependencies).flatMap(([name, version]) => {
    const manifest = path.join(folder, 'node_modules', name, 'package.json');
    const installed = fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')).version : 'none';
    return installed === version ? [] : [`${name} ${version} in the file, ${installed} installed`];
  });
}

/** Picks rows of components: half with facts of presence, half without them. The others include those that only TypeScript knows. */
function pickNames() {
  const isComponent = new Set(found.flatMap(({ components }) => [...components.keys()]));
  const isRow = (name) => {
    const [id, row] = name.split('#');
    return row !== undefined && isComponent.has(id) && !/^ref\.|^\[/.test(row) && !TAKEN_BY_REACT.includes(row);
  };
  const read = found.flatMap(({ components }) =>
    [...components].flatMap(([id, props]) =>
      [...props].filter(([, { isAttribute }]) => !isAttribute).map(([name]) => `${id}#${name}`),
    ),
  );
  const all = [...new Set([...expected.flatMap((one) => [...one]), ...read])].filter(isRow).sort();
  const changed = new Set(history.facts.filter(({ change }) => change in PRESENCE).map(({ name }) => name));
  if (options.count === 'all') return all;
  const random = createRandom(Number(options.seed));
  const count = Number(options.count);
  const some = (list, length) => shuffle(list, random).slice(0, length);
  const withFacts = some(
    all.filter((name) => changed.has(name)),
    Math.ceil(count / 2),
  );
  const others = all.filter((name) => !changed.has(name));
  return [...withFacts, ...some(others, count - withFacts.length)].sort();
}

function shuffle(list, random) {
  const keyed = list.map((value) => ({ value, key: random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}

/**
 * Returns the disagreements. A prop that the library once declared and that is a DOM attribute now still exists: it is listed, but
 * is no disagreement.
 */
function compare(list) {
  return list.flatMap((name) => {
    const [id, row] = name.split('#');
    const differing = found.flatMap(({ version, folder, components }, index) => {
      const prop = components.get(id)?.get(row);
      const says = prop === undefined ? 'missing' : prop.isAttribute ? 'DOM attribute' : 'exists';
      if ((says === 'exists') === expected[index].has(name)) return [];
      // The history says nothing about DOM attributes.
      if (says === 'DOM attribute' && !expected[index].has(name)) return [];
      const files = (prop?.files ?? []).map((one) => path.relative(path.join(folder, 'node_modules'), one));
      return [{ version, says, files }];
    });
    return differing.length > 0 ? [{ name, differing }] : [];
  });
}

function printReport() {
  const changed = new Set(history.facts.filter(({ change }) => change in PRESENCE).map(({ name }) => name));
  const withFacts = names.filter((name) => changed.has(name)).length;
  const questions = names.length * versions.length;
  const lines = [
    `### ${history.package}`,
    '',
    `${versions.length} versions (${versions[0]?.version} to ${versions.at(-1)?.version}), ${names.length} names, ${withFacts} of them with facts, seed ${options.seed}: ${questions - wrong.length} of ${questions} answers agree.`,
    ...(differences.length > 0
      ? ['', '| name | versions | TypeScript says | declared in |', '| --- | --- | --- | --- |']
      : []),
    ...differences.map(({ name, differing }) => {
      const of = (key) => [...new Set(differing.flatMap((one) => one[key]))].join(', ');
      const at = differing.length > 3 ? `${differing[0].version} to ${differing.at(-1).version}` : of('version');
      return `| \`${name}\` | ${at} | ${of('says')} | ${of('files')} |`;
    }),
    ...floatingLines(),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function floatingLines() {
  const floating = found.filter((one) => one.floating.length > 0);
  if (floating.length === 0) return [];
  const list = floating.map((one) => `- ${one.version}: ${one.floating.join('; ')}`);
  return ['', 'Dependencies that npm installed in another version than the file names:', '', ...list];
}
