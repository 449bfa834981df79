import { isBreaking } from '../../../shared/api-changes/is-breaking.ts';
import { cutType, exportOf } from '../../../shared/api-changes/names.ts';
import * as ts from '../compiler/index.ts';
import type { TypesContext } from '../extract/context.ts';
import { printMember } from '../extract/describe-members.ts';
import { partsOf } from '../extract/type-shape.ts';
import { createTypePrinter } from '../extract/type-text.ts';
import { type Difference, joinDifferences } from './compare-signatures.ts';
import { TypeComparer } from './compare-types.ts';
import type { ComparedName, Fact, NamesOfVersion } from './compared-names.ts';
import { suggestRenames } from './suggest-renames.ts';

/** Returns the text of a type as the table shows it. Undefined for an export with rows. */
type Print = (named: ComparedName) => string | undefined;

/** Returns the facts in no particular order. Both versions must be in one program. */
export function factsOf(older: NamesOfVersion, newer: NamesOfVersion): Fact[] {
  const comparer = new TypeComparer(newer.context.program, listed(older, newer));
  const before = createPrint(older.context);
  const after = createPrint(newer.context);
  const removed = [...older.names.values()].filter((one) => !newer.names.has(one.name) && !one.isAttribute);
  const facts = [
    ...removed.map((one): Fact => {
      const text = isWithin(one, newer.names) ? before(one) : undefined;
      return { name: one.name, change: 'removed', ...textAs('from', text), ...readOf(one) };
    }),
    ...[...newer.names.values()].flatMap((one): Fact[] => {
      const other = older.names.get(one.name);
      if (!other) return one.isAttribute ? [] : addedFacts(one, older.names, after);
      return changesOf(other, one, { comparer, before, after });
    }),
  ];
  return suggestRenames(facts, { older, newer, comparer });
}

/** Returns false for a row of an export that the other version lacks, because the type of such a row is not informative. */
function isWithin({ name, kind }: ComparedName, others: ReadonlyMap<string, ComparedName>): boolean {
  return kind !== 'row' || others.has(exportOf(name));
}

function addedFacts(one: ComparedName, before: ReadonlyMap<string, ComparedName>, print: Print): Fact[] {
  const isRow = one.kind === 'row';
  const text = isWithin(one, before) ? print(one) : undefined;
  const required = isRow && one.required && one.uses.has('passed') ? { required: true as const } : {};
  return [
    { name: one.name, change: 'added', ...textAs('to', text), ...required, ...readOf(one) },
    ...deprecationOf(undefined, one),
  ];
}

function changesOf(
  older: ComparedName,
  newer: ComparedName,
  { comparer, before, after }: { comparer: TypeComparer; before: Print; after: Print },
): Fact[] {
  const { name } = newer;
  if (older.isAttribute && newer.isAttribute) return [];
  const read = readOf(newer);
  const facts: Fact[] = [];
  if (older.isAttribute) facts.push({ name, change: 'declared' });
  if (newer.isAttribute) facts.push({ name, change: 'inherited' });
  if (isOwnVersion(older) && isOwnVersion(newer)) return [];
  if (older.kind !== newer.kind) return [{ name, change: 'changed', from: older.kind, to: newer.kind, ...read }];
  if (older.required !== newer.required)
    facts.push(
      newer.required
        ? { name, change: 'required', ...read }
        : { name, change: 'optional', ...(newer.uses.has('read') && { read: true }) },
    );
  const { difference, isRead } = differenceOf(older, newer, comparer);
  if (difference !== 'same') {
    const members = comparer.membersOf(older.types[0] ?? [], newer.types[0] ?? []);
    const [from, to] = [before(older), after(newer)];
    // Equal texts are omitted: the change is in a type that both texts name.
    const texts = from === to ? {} : { ...textAs('from', from), ...textAs('to', to) };
    facts.push({ name, change: difference, ...texts, ...(members && { members }), ...(isRead && { read: true }) });
  }
  if (newer.isAttribute) return facts;
  return [...facts, ...defaultOf(older, newer), ...deprecationOf(older, newer)];
}

/** Returns true for a constant with the package's version, such as `"5.0.7"`, which differs in each version. */
function isOwnVersion({ kind, types }: ComparedName): boolean {
  const [value] = types.flat();
  return kind === 'constant' && typeof value?.literal === 'string' && /^\d+\.\d+\.\d+/.test(value.literal);
}

/** Matches a default value that does not depend on other code. Other text may change although the value does not: `LIMIT`, `10`. */
const LITERAL = /^(?:true|false|null|undefined|-?\d[\w.]*|"[^"]*"|\[\]|\{\})$/;

/** Returns the fact about the default value if it is known for both versions: from doc comments, otherwise from the code. */
function defaultOf(older: ComparedName, newer: ComparedName): Fact[] {
  const [written, rewritten] = [older.comment?.default, newer.comment?.default];
  const areWritten = written !== undefined && rewritten !== undefined;
  if (!areWritten && !(older.hasKnownDefaults && newer.hasKnownDefaults)) return [];
  const [from, to] = areWritten ? [written, rewritten] : [older.default, newer.default];
  if (from === to || ![from, to].every((text) => text === undefined || LITERAL.test(text))) return [];
  return [{ name: newer.name, change: 'default', ...textAs('from', from), ...textAs('to', to) }];
}

/**
 * Returns the difference that breaks code, otherwise any difference, and its use. Returns `changed` if both code that
 * passes values and code that reads them break.
 */
function differenceOf(
  older: ComparedName,
  newer: ComparedName,
  comparer: TypeComparer,
): { difference: Difference; isRead: boolean } {
  const found = [...newer.uses].map((use) => ({
    difference: differenceAs(older, newer, { comparer, isRead: use === 'read' }),
    isRead: use === 'read',
  }));
  const breaking = found.filter(
    ({ difference: change, isRead }) => change !== 'same' && isBreaking({ change, read: isRead }),
  );
  const [one = { difference: 'same', isRead: false }, other] =
    breaking.length > 0 ? breaking : found.filter(({ difference }) => difference !== 'same');
  return breaking.length > 1 && one.difference !== other?.difference ? { difference: 'changed', isRead: false } : one;
}

/** Compares each state of the export's switches. If the versions have different states, compares the states of each version together. */
function differenceAs(
  older: ComparedName,
  newer: ComparedName,
  { comparer, isRead }: { comparer: TypeComparer; isRead: boolean },
): Difference {
  // If a member has become optional or required, `undefined` is not an additional difference of the types.
  const values = ({ types, required, kind }: ComparedName) =>
    types.map((list) => withoutUndefined(list, kind === 'row' && !required));
  const [before, after] = [values(older), values(newer)];
  const at = { isRead, isDefinition: newer.kind === 'type' };
  if (before.length !== after.length) return comparer.compare(unique(before), unique(after), at);
  return joinDifferences(after.map((list, index) => comparer.compare(before[index] ?? [], list, at)));
}

function unique(lists: readonly (readonly ts.Type[])[]): ts.Type[] {
  return [...new Set(lists.flat())];
}

function withoutUndefined(types: readonly ts.Type[], isOptional: boolean): readonly ts.Type[] {
  if (!isOptional) return types;
  return types.flatMap((type) => {
    const parts = partsOf(type);
    const left = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    return left.length < parts.length ? left : [type];
  });
}

/** Returns the fact about deprecation. A change to the text of `@deprecated` is not a fact. */
function deprecationOf(older: ComparedName | undefined, { name, comment }: ComparedName): Fact[] {
  const before = older?.comment?.deprecated;
  const after = comment?.deprecated;
  if ((before === undefined) === (after === undefined)) return [];
  if (after === undefined) return [{ name, change: 'undeprecated' }];
  return [{ name, change: 'deprecated', ...(typeof after === 'string' && { text: after }) }];
}

function createPrint(context: TypesContext): Print {
  const printer = createTypePrinter(context);
  const plain = createTypePrinter(context, { plain: true });
  return ({ member, types, required, kind }) => {
    const all = [...new Set(types.flat())];
    if (all.length === 0) return undefined;
    const maker = { ...context, printer: types.length > 1 ? plain : printer, shared: new Map() };
    const { text, shortText } = member
      ? printMember(maker, { ...member, types: all }, !required)
      : printer.print(all, { expand: kind === 'type' });
    return cutType((shortText ?? text).replace(/\s+/g, ' '));
  };
}

function textAs(key: 'from' | 'to', text: string | undefined): Pick<Fact, 'from' | 'to'> {
  return text === undefined ? {} : { [key]: text };
}

function readOf({ uses }: ComparedName): Pick<Fact, 'read'> {
  return uses.has('passed') ? {} : { read: true };
}

/** Returns the exports that both versions list, by symbol. Changes to such exports are reported only there. */
function listed(...versions: readonly NamesOfVersion[]): Map<ts.Symbol, readonly string[]> {
  const isListed = (id: string): boolean => versions.every(({ names }) => names.has(id));
  return new Map(
    versions.flatMap(({ symbols }) => [...symbols].map(([symbol, ids]) => [symbol, ids.filter(isListed)])),
  );
}
