// api-facts.mjs HISTORY [--temp FOLDER] [--typescript FOLDER] — compares each fact of a history with what TypeScript 5.9 says of the
//   published declarations, without the built-in extraction. Prints Markdown.
//
//   HISTORY       a file that `cascader-docs api history` wrote
//   --temp        the cache of api-witness.mjs: a folder for each version, with the version before as `old`
//   --typescript  folder in which npm has installed typescript@5.9. Default: in the cache, where api-history.mjs installs it.
//
// Both versions are in one program. See api-history.md for what agrees.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installBoth } from './install-both.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    temp: { type: 'string', default: path.join(os.tmpdir(), 'cascader-docs-api-history') },
    typescript: { type: 'string' },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error('Pass the path of a history file.');
const history = JSON.parse(fs.readFileSync(file, 'utf8'));
const ts = createRequire(path.join(options.typescript ?? path.join(options.temp, 'typescript@5.9'), 'x.js'))(
  'typescript',
);
const versions = history.versions.filter(({ untyped }) => !untyped).map(({ version }) => version);
const counts = new Map();
const notes = [];
for (const [index, version] of versions.entries()) if (index > 0) comparePair(versions[index - 1], version);
printReport();

function comparePair(before, version) {
  const facts = history.facts.filter((fact) => fact.version === version);
  const folder = installBoth({ name: history.package, version, old: before, temp: options.temp });
  const { checker, sides } = readBoth(folder, [...new Set(facts.map(({ name }) => name.split('#')[0]))]);
  for (const fact of facts) note(fact, before, verdictOf(fact, { checker, sides }));
}

/** Returns a reader of names for the older and for the newer version. */
function readBoth(folder, ids) {
  const probe = path.join(folder, 'facts.ts');
  const head = `import * as React from 'react';
import * as lib0 from 'old';
import * as lib1 from '${history.package}';
`;
  // Type parameters of two declarations accept nothing of each other, so generic exports get arguments.
  const generic = readSides(probe, head).modules.flatMap(({ exports }, side) =>
    ids.flatMap((id, index) => {
      const parameters = id.includes('.') ? [] : parametersOf(exports.get(id));
      if (parameters.length === 0) return [];
      const args = parameters.map(({ constraint }) =>
        /^\w+$/.test(constraint?.getText() ?? '') ? constraint.getText() : 'any',
      );
      const isValue = exports.get(id).flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable);
      return `export type With${side}_${index} = ${isValue ? 'typeof ' : ''}lib${side}.${id}<${args.join(', ')}>;`;
    }),
  );
  const lines = ids.flatMap((id, index) =>
    [0, 1].map((side) => {
      const [first, ...rest] = id.split('.');
      const keys = JSON.stringify([first, ...rest]);
      const value = `Path<Named<typeof lib${side}, ${JSON.stringify(first)}>, ${keys}>`;
      return `export type Of${side}_${index} = [PropsOf<${value}>, React.ElementRef<${value}>];`;
    }),
  );
  const types = `type Get<T, K> = K extends keyof T ? T[K] : never;
type Path<T, K> = K extends [infer First, ...infer Rest] ? Path<Get<T, First>, Rest> : T;
type Named<T, K extends string> = K extends keyof T ? T : { [Key in K]: Get<T, 'default'> };
type PropsOf<T> = [T] extends [never] ? never : T extends React.JSXElementConstructor<any> ? React.ComponentProps<T> : never;
`;
  const { checker, source, modules } = readSides(probe, [head, types, ...generic, ...lines].join('\n'));
  const probed = new Map(
    source.statements.filter(ts.isTypeAliasDeclaration).map(({ name }) => [name.text, checker.getTypeAtLocation(name)]),
  );
  const sides = modules.map(({ exports }, side) => createSide({ checker, exports, probed, ids, side }));
  return { checker, sides };
}

/** Returns the exports of both versions, which the text imports. */
function readSides(file, text) {
  fs.writeFileSync(file, text);
  const program = ts.createProgram([file], {
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
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const modules = source.statements
    .filter(ts.isImportDeclaration)
    .slice(1)
    .map(({ moduleSpecifier }) => checker.getSymbolAtLocation(moduleSpecifier))
    .map((module) => ({
      exports: new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolved(symbol)])),
    }));
  return { checker, source, modules };
}

function parametersOf(symbol) {
  const declarations = symbol?.declarations ?? [];
  return (
    declarations.map((one) => (one.initializer ?? one).typeParameters ?? []).find(({ length }) => length > 0) ?? []
  );
}

function createSide({ checker, exports, probed, ids, side }) {
  const exported = (id) => {
    const [first, ...rest] = id.split('.');
    const own = exports.get(first);
    const fallback = exports.get('default');
    const symbol = own ?? (fallback?.name === first ? fallback : undefined);
    return rest.reduce(
      (found, name) => found && checker.getPropertyOfType(checker.getTypeOfSymbol(found), name),
      symbol,
    );
  };
  const typesOf = (id) => {
    const symbol = exported(id);
    if (!symbol) return [];
    const filled = probed.get(`With${side}_${ids.indexOf(id)}`);
    if (filled) return [filled];
    const isValue = Boolean(symbol.flags & ts.SymbolFlags.Value) && !(symbol.flags & ts.SymbolFlags.Enum);
    const isType = Boolean(symbol.flags & ts.SymbolFlags.Type);
    return [
      ...(isType ? [checker.getDeclaredTypeOfSymbol(symbol)] : []),
      ...(isValue ? [checker.getTypeOfSymbol(symbol)] : []),
    ];
  };
  const probedOf = (id, place) => {
    const type = probed.get(`Of${side}_${ids.indexOf(id)}`);
    return checker.getTypeArguments(type)[place];
  };
  const member = (type, name) => {
    const parts = type?.isUnion() ? type.types : [type];
    if (name.startsWith('[')) {
      const types = parts.flatMap((part) => (part ? checker.getIndexInfosOfType(part).map((info) => info.type) : []));
      return types.length > 0 ? { types, optional: true, isAttribute: false } : undefined;
    }
    const symbols = parts.flatMap(
      (part) => (part && checker.getPropertyOfType(checker.getApparentType(part), name)) ?? [],
    );
    if (symbols.length === 0) return undefined;
    const declarations = symbols.flatMap((symbol) => symbol.declarations ?? []);
    return {
      types: symbols.map((symbol) => checker.getTypeOfSymbol(symbol)),
      optional: symbols.length < parts.length || symbols.some(({ flags }) => flags & ts.SymbolFlags.Optional),
      isAttribute:
        declarations.length > 0 && declarations.every((one) => /\/@types\/react\//.test(one.getSourceFile().fileName)),
      isDeprecated: symbols.some((symbol) => symbol.getJsDocTags(checker).some(({ name }) => name === 'deprecated')),
    };
  };
  return (name) => {
    const [id, row] = name.split('#');
    const symbol = exported(id);
    if (!symbol) return undefined;
    if (row === undefined) {
      const isDeprecated = symbol.getJsDocTags(checker).some((tag) => tag.name === 'deprecated');
      return { types: typesOf(id), optional: false, isAttribute: false, isDeprecated };
    }
    if (row.startsWith('ref.')) return member(probedOf(id, 1), row.slice('ref.'.length));
    const value = symbol.exports?.get(row);
    if (symbol.flags & ts.SymbolFlags.Enum && value)
      return { types: [checker.getTypeOfSymbol(value)], optional: false, isAttribute: false };
    const places = symbol.flags & ts.SymbolFlags.Value ? [probedOf(id, 0), ...typesOf(id)] : typesOf(id);
    return places.map((type) => member(type, row)).find(Boolean);
  };
}

/** Returns `agrees`, `alike` if the compiler accepts both types for each other, `unknown`, or what is wrong. */
function verdictOf({ name, change }, { checker, sides: [was, now] }) {
  const [before, after] = [was(name), now(name)];
  const isOwn = (one) => one !== undefined && !one.isAttribute;
  if (change === 'default') return 'unknown';
  if (change === 'added')
    return !isOwn(before) && isOwn(after) ? 'agrees' : `before: ${show(before)}, after: ${show(after)}`;
  if (change === 'removed')
    return isOwn(before) && !after ? 'agrees' : `before: ${show(before)}, after: ${show(after)}`;
  if (!before || !after) return `before: ${show(before)}, after: ${show(after)}`;
  if (change === 'declared') return before.isAttribute && !after.isAttribute ? 'agrees' : 'is no DOM attribute before';
  if (change === 'inherited') return !before.isAttribute && after.isAttribute ? 'agrees' : 'is no DOM attribute after';
  if (change === 'required') return before.optional && !after.optional ? 'agrees' : 'is not required now';
  if (change === 'optional') return !before.optional && after.optional ? 'agrees' : 'is not optional now';
  if (change === 'deprecated') return !before.isDeprecated && after.isDeprecated ? 'agrees' : 'has no such tag';
  if (change === 'undeprecated') return before.isDeprecated && !after.isDeprecated ? 'agrees' : 'has a tag';
  const fits = (from, to) =>
    from.every((one) => to.some((other) => checker.isTypeAssignableTo(plain(checker, one), plain(checker, other))));
  const [forwards, backwards] = [fits(before.types, after.types), fits(after.types, before.types)];
  if (forwards && backwards) return 'alike';
  const found = forwards ? 'widened' : backwards ? 'narrowed' : 'changed';
  return found === change ? 'agrees' : `${found} for the compiler`;
}

function plain(checker, type) {
  return checker.getNonNullableType(type);
}

function show(one) {
  return one === undefined ? 'missing' : one.isAttribute ? 'DOM attribute' : 'exists';
}

function note({ name, version, change }, before, verdict) {
  const row = counts.get(change) ?? { agrees: 0, alike: 0, unknown: 0, differs: 0 };
  counts.set(change, row);
  row[verdict in row ? verdict : 'differs']++;
  if (!(verdict in row)) notes.push(`| ${before} → ${version} | \`${name}\` ${change} | ${verdict} |`);
}

function printReport() {
  const lines = [
    `### ${history.package}`,
    '',
    `${versions.length} versions, ${versions[0]} to ${versions.at(-1)}.`,
    '',
  ];
  lines.push('| fact | agrees | alike | unknown | differs |', '| --- | --: | --: | --: | --: |');
  for (const [change, { agrees, alike, unknown, differs }] of [...counts].sort())
    lines.push(`| ${change} | ${agrees} | ${alike} | ${unknown} | ${differs} |`);
  if (notes.length > 0) lines.push('', '| versions | fact | TypeScript |', '| --- | --- | --- |', ...notes);
  console.log(lines.join('\n'));
}
