import type { MemberChanges } from '../api-history.ts';

type Kind = keyof MemberChanges;

/** The order in which lists of members are written. */
const KINDS = ['added', 'removed', 'changed'] as const;

/** Expects the oldest first. Returns undefined if no member differs. */
export function composeMembers(changes: readonly MemberChanges[]): MemberChanges | undefined {
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

/** Composes two changes of one member. A new member that is removed is no change; one that is replaced has changed. */
function compose(first: Kind | undefined, second: Kind): Kind | undefined {
  if (first === 'added') return second === 'removed' ? undefined : 'added';
  if (first === 'removed') return second === 'added' ? 'changed' : 'removed';
  return second;
}
