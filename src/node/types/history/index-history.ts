import { ADDING, type ApiFact, type ApiHistory, OF_TYPE, orderOf } from '../../../shared/api-history.ts';

/** A version that has a name, and the known version before it, which does not have that name. */
export interface Addition {
  version: string;
  /** Absent if no version is known to lack the name: the first version has it, or it was a DOM attribute before. */
  before?: string;
}

export interface NamePast {
  /** Oldest first. There are several additions if the name was removed in between. */
  additions: Addition[];
  /** Changes to the type, default and requirement since the last addition, oldest first. */
  changes: ApiFact[];
  /** Last known type of the name. */
  type?: string;
  /** The fact that deprecated the name, if the name is still deprecated or was deprecated when it was removed. */
  deprecated?: ApiFact;
  /** The fact that removed the name. Absent if the newest version has the name. */
  removed?: ApiFact;
  /** True if the name has become a DOM attribute that the library no longer declares. */
  isInherited?: boolean;
}

export interface HistoryIndex {
  /** Versions whose API is known, oldest first. */
  versions: string[];
  newest: string | undefined;
  isInNewest(name: string): boolean;
  /** Returns the history of a name. Undefined if no version had the name. */
  pastOf(name: string): NamePast | undefined;
  /** Returns the version of the history that precedes a version. */
  before(version: string): string | undefined;
  notesOf(name: string): ApiFact[];
  names: Set<string>;
}

/** Returns the versions of a history whose API is known, oldest first. */
export function knownVersions({ versions }: Pick<ApiHistory, 'versions'>): string[] {
  return versions.filter(({ untyped }) => !untyped).map(({ version }) => version);
}

/** Indexes a history that has no contradictions. */
export function indexHistory(history: ApiHistory): HistoryIndex {
  const versions = knownVersions(history);
  const [first] = versions;
  const rank = new Map(versions.map((version, index) => [version, index]));
  const before = (version: string): string | undefined => versions[(rank.get(version) ?? 0) - 1];
  const facts = new Map<string, ApiFact[]>();
  const notes = new Map<string, ApiFact[]>();
  for (const fact of history.facts) {
    const list = fact.change === 'note' ? notes : facts;
    list.set(fact.name, [...(list.get(fact.name) ?? []), fact]);
  }
  const ofFirst = new Set(history.names);
  const pasts = new Map<string, NamePast | undefined>();
  const pastOf = (name: string): NamePast | undefined => {
    if (!pasts.has(name)) {
      const ordered = (facts.get(name) ?? []).toSorted(
        (one, other) =>
          (rank.get(one.version) ?? 0) - (rank.get(other.version) ?? 0) || orderOf(one.change) - orderOf(other.change),
      );
      pasts.set(name, replay(ordered, { first: ofFirst.has(name) ? first : undefined, before }));
    }
    return pasts.get(name);
  };
  return {
    versions,
    newest: versions.at(-1),
    before,
    pastOf,
    notesOf: (name) => notes.get(name) ?? [],
    isInNewest: (name) => {
      const past = pastOf(name);
      return past !== undefined && past.removed === undefined && !past.isInherited;
    },
    names: new Set([...history.names, ...facts.keys()]),
  };
}

/** Derives the past of a name from its facts. `first` is the first version if it has the name. */
function replay(
  facts: ApiFact[],
  { first, before }: { first: string | undefined; before: HistoryIndex['before'] },
): NamePast | undefined {
  const past: NamePast = { additions: first === undefined ? [] : [{ version: first }], changes: [] };
  for (const fact of facts) {
    const { change, version, from, to } = fact;
    const isPresent = past.additions.length > 0 && past.removed === undefined && !past.isInherited;
    // Files that earlier versions of this tool wrote do not record that the name was a DOM attribute between two declarations.
    if (change === 'declared' && isPresent) continue;
    if (change === 'removed') past.type = from ?? past.type;
    else if (ADDING.has(change) || OF_TYPE.has(change)) past.type = to ?? past.type;
    if (ADDING.has(change)) {
      past.additions.push({ version, ...(change === 'added' && { before: before(version) }) });
      Object.assign(past, { changes: [], deprecated: undefined, removed: undefined, isInherited: false });
    } else if (change === 'removed') past.removed = fact;
    else if (change === 'inherited') past.isInherited = true;
    else if (change === 'deprecated') past.deprecated = fact;
    else if (change === 'undeprecated') past.deprecated = undefined;
    else past.changes.push(fact);
  }
  return past.additions.length > 0 ? past : undefined;
}
