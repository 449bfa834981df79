/** Finds the imports and declarations that parts of a file need. */
import type * as ES from 'estree';
import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';
import { assignmentOf } from './entries.ts';
import { type ImportedName, type Module, referencesOf } from './parse-module.ts';

/** The code that parts of a module need. */
export interface Closure {
  /** Imports, then declarations in the order of the file. */
  text: string;
  names: Set<string>;
}

/**
 * Returns the code that expressions need to run outside of their module.
 *
 * @param parts nodes of the expressions
 * @param own names that do not refer to the module, by node: the parameter of a function whose body is a part
 */
export function closureOf(module: Module, parts: unknown[], own: ReadonlyMap<unknown, string>): Closure {
  const { names, included } = collectNames(module, parts, own);
  const statements = module.statements
    .filter((one) => included.has(one))
    .map((one) => ({
      start: module.range(one).start,
      text: module.statementText(one).replace(/^export\s+(?:default\s+)?/, ''),
    }));
  const values = parts.map((node) => module.source(node));
  const types = collectTypes(module, [...statements.map(({ text }) => text), ...values]);
  const declarations = [...statements, ...types].toSorted((a, b) => a.start - b.start).map(({ text }) => text);
  const texts = [...declarations, ...values];
  const imports = module.imports.filter(
    ({ local, name }) => (names.has(local) && !name.startsWith('type ')) || isTypeIn(local, texts),
  );
  const text = [printImports(module, imports), ...declarations].filter((one) => one !== '').join('\n\n');
  return { text, names };
}

/** Returns all names that parts refer to, directly or through declarations, and the statements that contain these. */
function collectNames(
  module: Module,
  parts: unknown[],
  own: ReadonlyMap<unknown, string>,
): { names: Set<string>; included: Set<unknown> } {
  const names = new Set<string>();
  const included = new Set<unknown>();
  const include = (statement: ES.Program['body'][number]): void => {
    if (included.has(statement)) return;
    included.add(statement);
    add(statement);
  };
  const add = (node: unknown, except?: string): void => {
    for (const name of referencesOf(node)) {
      const declared = module.declared.get(name);
      const isKnown = declared !== undefined || module.imports.some(({ local }) => local === name);
      if (names.has(name) || except === name || !isKnown) continue;
      names.add(name);
      if (!declared) continue;
      include(declared.statement);
      for (const statement of module.statements) if (assignmentOf(statement)?.object === name) include(statement);
    }
  };
  for (const node of parts) add(node, own.get(node));
  for (const statement of module.statements) if (hasEffect(statement, module)) include(statement);
  return { names, included };
}

/** Returns true for a statement that runs only for its effect, such as `dayjs.extend(utc)`. */
function hasEffect(statement: ES.Program['body'][number], module: Module): boolean {
  if (/Declaration$/.test(statement.type) || isTest(statement, module)) return false;
  const assigned = assignmentOf(statement);
  return !assigned || !module.declared.has(assigned.object);
}

/** Returns true for `Primary.test('…', …)`. */
function isTest(statement: ES.Program['body'][number], { declared }: Module): boolean {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object, property } = call.callee;
  return (
    object.type === 'Identifier' &&
    declared.has(object.name) &&
    property.type === 'Identifier' &&
    property.name === 'test'
  );
}

/** Returns the type declarations that texts use, directly or through other types. */
function collectTypes(module: Module, texts: string[]): { start: number; text: string }[] {
  const types = new Map<string, { start: number; text: string }>();
  for (let size = -1; size !== types.size; ) {
    size = types.size;
    const all = [...texts, ...Array.from(types.values(), ({ text }) => text)];
    for (const [name, type] of module.types) if (isTypeIn(name, all)) types.set(name, type);
  }
  return [...types.values()];
}

function isTypeIn(name: string, texts: string[]): boolean {
  const use = new RegExp(
    `(?:[:|&]|\\w<|<[^<>()]*,|\\b(?:as|satisfies|extends|keyof|typeof))\\s*${escapeRegExp(name)}\\b(?!\\s*[:(])`,
  );
  return texts.some((text) => use.test(text));
}

function printImports({ imports: all, effects }: Module, wanted: ImportedName[]): string {
  const order = [...new Set([...all.map(({ from }) => from), ...effects])];
  return order
    .flatMap((from) => {
      const named = wanted.filter((one) => one.from === from);
      if (named.length === 0) return effects.includes(from) ? [`import '${from}';`] : [];
      const values = named.filter(({ name }) => !name.startsWith('type '));
      const types = named.flatMap(({ name, ...rest }) =>
        name.startsWith('type ') ? [{ ...rest, name: name.slice('type '.length) }] : [],
      );
      return [...printNames(values, from, 'import'), ...printNames(types, from, 'import type')];
    })
    .join('\n');
}

function printNames(imports: ImportedName[], from: string, keyword: string): string[] {
  const named = imports.filter(({ name }) => name !== 'default' && name !== '*');
  const list = named.map(({ name, local }) => (name === local ? name : `${name} as ${local}`));
  const main = imports.filter(({ name }) => name === 'default').map(({ local }) => local);
  const clauses = [...main, ...(list.length > 0 ? [`{ ${list.join(', ')} }`] : [])];
  const all = imports.filter(({ name }) => name === '*').map(({ local }) => `* as ${local}`);
  return [...(clauses.length > 0 ? [clauses.join(', ')] : []), ...all].map(
    (clause) => `${keyword} ${clause} from '${from}';`,
  );
}
