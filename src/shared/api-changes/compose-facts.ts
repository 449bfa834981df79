import { ADDING, type ApiChange, type ApiFact, type MemberChanges, OF_TYPE, orderOf } from '../api-history.ts';
import { exportOf, isCut, pathOf, rowName } from './names.ts';

/** `again`: the name was removed and added again, and the types of both versions are unknown. */
export type ShownChange = ApiChange | 'again';

export interface ShownFact extends Omit<ApiFact, 'version' | 'change'> {
  change: ShownChange;
  /** For `again`: the version that removed it. */
  removedIn?: string;
  /** For `again`: the version that added it again. */
  againIn?: string;
  /** For `note`: its version. */
  notedIn?: string;
}

/** Absent keys are unknown. */
interface Known {
  presence?: 'own' | 'attribute' | 'absent';
  type?: string | undefined;
  required?: boolean | undefined;
  deprecated?: boolean | undefined;
}

/**
 * Changes that a later version reversed are omitted. If only the compiler could compare the types, the change is
 * `changed`, which is breaking. The facts must not contradict each other; `versions` are oldest first.
 */
export function composeFacts(
  facts: readonly ApiFact[],
  { versions, from, to }: { versions: readonly string[]; from: string; to: string },
): ShownFact[] {
  const rank = new Map(versions.map((version, index) => [version, index]));
  const rankOf = ({ version }: ApiFact): number => rank.get(version) ?? -1;
  const [first, last] = [rank.get(from) ?? -1, rank.get(to) ?? -1];
  const byName = new Map<string, { before: ApiFact[]; between: ApiFact[] }>();
  const order = (fact: ApiFact): number => 3 * rankOf(fact) + orderOf(fact.change);
  for (const fact of facts.toSorted((one, other) => order(one) - order(other))) {
    if (rankOf(fact) > last) continue;
    const entry = byName.get(fact.name) ?? { before: [], between: [] };
    byName.set(fact.name, entry);
    entry[rankOf(fact) > first ? 'between' : 'before'].push(fact);
  }
  const sorted = [...byName].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([name, { before, between }]) => {
    const changes = between.filter(({ change }) => change !== 'note');
    const composed = changes.length > 0 ? composeName(name, replay({}, before), changes) : [];
    const notes = between.flatMap(({ change, version, text = '' }): ShownFact[] =>
      change === 'note' ? [{ name, change, text, notedIn: version }] : [],
    );
    return [...composed, ...notes].map((one) => withReplacement(one, (of) => byName.get(of)?.between ?? []));
  });
}

/** If a replacement was removed itself, follows its own replacement. */
function withReplacement(fact: ShownFact, factsOf: (name: string) => readonly ApiFact[]): ShownFact {
  const { replacement, ...others } = fact;
  const isRow = pathOf(fact.name) !== undefined;
  const seen = new Set<string>();
  let found = replacement;
  while (found !== undefined && !seen.has(found)) {
    seen.add(found);
    const last = factsOf(isRow ? rowName(exportOf(fact.name), found) : found).findLast(
      ({ change }) => change === 'removed' || ADDING.has(change),
    );
    if (last?.change !== 'removed') return { ...others, replacement: found };
    found = last.replacement;
  }
  return others;
}

function composeName(name: string, known: Known, facts: readonly ApiFact[]): ShownFact[] {
  const start = completeStart(known, facts);
  const end = replay(start, facts);
  const reads = new Set(facts.map((fact) => fact.read === true));
  // If the facts disagree, the value is passed and read: then either direction may break code.
  const isMixed = reads.size > 1;
  const read = reads.has(true) ? { read: true as const } : {};
  const isGone = end.presence === 'absent';
  const isInherited = end.presence === 'attribute';
  if (isInherited && start.presence === 'attribute') return [];
  if (start.presence === 'absent') {
    if (isGone || isInherited) return [];
    const required = end.required && !read.read ? { required: true as const } : {};
    return [
      { name, change: 'added', ...textAs('to', end.type), ...required, ...read },
      ...deprecationOf(name, facts, {}, end),
    ];
  }
  const removed = facts.filter(({ change }) => change === 'removed');
  if (isGone) {
    const replacement = removed.at(-1)?.replacement;
    return [
      {
        name,
        change: 'removed',
        ...textAs('from', start.type),
        ...(replacement !== undefined && { replacement }),
        ...read,
      },
    ];
  }
  if (removed.length > 0) return composeAgain(name, { start, end }, facts, read);
  // Files of earlier versions of this tool do not record that the name was a DOM attribute between two declarations.
  const has = (wanted: ApiChange): boolean => facts.some(({ change }) => change === wanted);
  const isRedeclared = start.presence === 'own' && has('declared') && !has('inherited');
  const declared: ShownFact[] = start.presence === 'attribute' ? [{ name, change: 'declared' }] : [];
  return [
    ...declared,
    ...requirementOf(name, start, end, isMixed ? breakingRead(end) : read),
    ...typeOf(name, facts, { read, isMixed: isMixed || isRedeclared }),
    ...(isInherited ? [{ name, change: 'inherited' as const }] : defaultOf(name, facts)),
    ...deprecationOf(name, facts, start, end),
  ];
}

function composeAgain(
  name: string,
  { start, end }: { start: Known; end: Known },
  facts: readonly ApiFact[],
  read: Pick<ShownFact, 'read'>,
): ShownFact[] {
  const hasTypes = [start, end].every(({ type }) => type !== undefined && !isCut(type));
  // No fact says whether a value that code reads may be missing.
  const isClear = name.includes('#') ? !read.read && (!end.required || start.required !== undefined) : true;
  // Types with equal texts may differ in a type that they name. The default value after the return is unknown.
  const isHidden = ({ change, from, to }: ApiFact): boolean =>
    change === 'default' || (OF_TYPE.has(change) && from === undefined && to === undefined);
  if (!hasTypes || !isClear || start.presence === 'attribute' || facts.some(isHidden)) {
    const removedIn = facts.find(({ change }) => change === 'removed')?.version ?? '';
    const againIn = facts.findLast(({ change }) => ADDING.has(change))?.version ?? '';
    const required = end.required ? { required: true as const } : {};
    const again: ShownFact = { name, change: 'again', removedIn, againIn, ...required, ...read };
    return [again, ...deprecationOf(name, facts, start, end)];
  }
  const type: ShownFact[] =
    start.type === end.type
      ? []
      : [{ name, change: 'changed', ...textAs('from', start.type), ...textAs('to', end.type), ...read }];
  return [...requirementOf(name, start, end, read), ...type, ...deprecationOf(name, facts, start, end)];
}

function completeStart(known: Known, facts: readonly ApiFact[]): Known {
  const start: Known = { ...known };
  const [first] = facts;
  start.presence ??= first?.change === 'added' ? 'absent' : first?.change === 'declared' ? 'attribute' : 'own';
  // An attribute of a DOM element is optional.
  if (start.presence === 'attribute') start.required = false;
  if (start.presence !== 'own') return start;
  // Facts after a removal say nothing about the version.
  const end = facts.findIndex(({ change }) => change === 'removed');
  const until = end === -1 ? facts : facts.slice(0, end + 1);
  const texts = until.filter(({ change }) => OF_TYPE.has(change) || change === 'removed');
  start.type ??= texts.find(({ from }) => from !== undefined)?.from;
  const required = until.find(({ change }) => change === 'required' || change === 'optional');
  if (required) start.required ??= required.change === 'optional';
  const deprecated = until.find(({ change }) => change === 'deprecated' || change === 'undeprecated');
  if (deprecated) start.deprecated ??= deprecated.change === 'undeprecated';
  return start;
}

function replay(start: Known, facts: readonly ApiFact[]): Known {
  const known = { ...start };
  for (const { change, to, required } of facts) {
    if (change === 'removed') Object.assign(known, { presence: 'absent', type: undefined, deprecated: undefined });
    else if (change === 'inherited') Object.assign(known, { presence: 'attribute', deprecated: undefined });
    else if (ADDING.has(change)) {
      // Files of earlier versions of this tool do not record that the name was a DOM attribute between two declarations.
      if (change === 'declared' && known.presence === 'own') continue;
      const isNew = change === 'added';
      Object.assign(known, {
        presence: 'own',
        type: isNew ? to : (to ?? known.type),
        required: isNew ? required === true : known.required,
      });
      known.deprecated = isNew ? false : undefined;
    } else if (OF_TYPE.has(change)) known.type = to ?? known.type;
    else if (change === 'required' || change === 'optional') known.required = change === 'required';
    else if (change === 'deprecated' || change === 'undeprecated') known.deprecated = change === 'deprecated';
  }
  return known;
}

function requirementOf(name: string, start: Known, end: Known, read: Pick<ShownFact, 'read'>): ShownFact[] {
  if (start.required === undefined || end.required === undefined || start.required === end.required) return [];
  return [{ name, change: end.required ? 'required' : 'optional', ...read }];
}

/** Returns the direction in which a changed requirement is breaking. */
function breakingRead({ required }: Known): Pick<ShownFact, 'read'> {
  return required ? {} : { read: true };
}

/** A series of changes is `widened` or `narrowed` only if every single change is. `isMixed`: only the compiler could compare the types. */
function typeOf(
  name: string,
  facts: readonly ApiFact[],
  { read, isMixed }: { read: Pick<ShownFact, 'read'>; isMixed: boolean },
): ShownFact[] {
  const changes = facts.filter(({ change }) => OF_TYPE.has(change));
  const [first] = changes;
  if (!first) return isMixed && facts.some(({ change }) => change === 'declared') ? [{ name, change: 'changed' }] : [];
  const from = changes.find((fact) => fact.from !== undefined)?.from;
  const to = changes.findLast((fact) => fact.to !== undefined)?.to;
  // A fact without texts means that a type named in the text has changed.
  const isReversed =
    changes.length > 1 && from === to && changes.every((fact) => fact.from !== undefined && !isCut(fact.from));
  if (isReversed && !isMixed) return [];
  const change = !isMixed && changes.every((fact) => fact.change === first.change) ? first.change : 'changed';
  const texts = from === to ? {} : { ...textAs('from', from), ...textAs('to', to) };
  const members: MemberChanges | undefined = composeMembers(changes.flatMap((fact) => fact.members ?? []));
  return [{ name, change, ...texts, ...(members && { members }), ...read }];
}

function defaultOf(name: string, facts: readonly ApiFact[]): ShownFact[] {
  const changes = facts.filter(({ change }) => change === 'default');
  const [from, to] = [changes[0]?.from, changes.at(-1)?.to];
  return from === to ? [] : [{ name, change: 'default', ...textAs('from', from), ...textAs('to', to) }];
}

function deprecationOf(name: string, facts: readonly ApiFact[], start: Known, end: Known): ShownFact[] {
  if (end.presence === 'attribute' || (start.deprecated ?? false) === (end.deprecated ?? false)) return [];
  if (!end.deprecated) return [{ name, change: 'undeprecated' }];
  const text = facts.findLast(({ change }) => change === 'deprecated')?.text;
  return [{ name, change: 'deprecated', ...(text !== undefined && { text }) }];
}

function textAs(key: 'from' | 'to', text: string | undefined): Pick<ShownFact, 'from' | 'to'> {
  return text === undefined ? {} : { [key]: text };
}

type Kind = keyof MemberChanges;

/** The order in which lists of members are written. */
const KINDS = ['added', 'removed', 'changed'] as const;

/** Composes changes, the oldest first. Returns undefined if no member differs. */
function composeMembers(changes: readonly MemberChanges[]): MemberChanges | undefined {
  const known = new Map<string, Kind>();
  for (const change of changes)
    for (const kind of KINDS)
      for (const member of change[kind] ?? []) {
        const composed = compose(known.get(member), kind);
        if (composed) known.set(member, composed);
        else known.delete(member);
      }
  const lists = KINDS.flatMap((kind) => {
    const names = [...known].filter(([, composed]) => composed === kind).map(([name]) => name);
    return names.length > 0 ? [[kind, names.sort()] as const] : [];
  });
  return lists.length > 0 ? Object.fromEntries(lists) : undefined;
}

/** Composes two changes of one member. Adding and then removing is no change; removing and then adding is `changed`. */
function compose(first: Kind | undefined, second: Kind): Kind | undefined {
  if (first === 'added') return second === 'removed' ? undefined : 'added';
  if (first === 'removed') return second === 'added' ? 'changed' : 'removed';
  return second;
}
