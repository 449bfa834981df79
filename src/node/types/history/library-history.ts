import type { ApiComponent } from '../../../shared/api.ts';
import { exportOf, pathOf, rowName } from '../../../shared/api-changes/names.ts';
import { type ApiFact, type ApiHistory, OF_TYPE } from '../../../shared/api-history.ts';
import { type ApiEvent, NEXT } from '../../../shared/api-table.ts';
import { renderNote } from '../../markdown/compile-site.ts';
import { namesOf, propsTypesOf } from './api-names.ts';
import { type HistoryIndex, indexHistory, type NamePast } from './index-history.ts';
import { compareVersions, isGap, shownVersion } from './versions.ts';

/** Past of an export or a row. Versions are complete, such as `1.22.0`, or `next` for the working tree. */
export interface ApiPast {
  /** The version that added the name. Absent if the first version has it. */
  since?: string;
  deprecatedSince?: string;
  /** The version with the latest change to the type, default or requirement. */
  changedIn?: string;
  events: ApiEvent[];
}

export interface RemovedName {
  /** Path of the row, such as `showSearch` or `ref.focus`. */
  path: string;
  /** The first version without the name. */
  version: string;
  /** Last type of the name. Absent if the type is unknown. */
  type?: string;
  /** Text of `@deprecated` as Markdown, or true if the tag had no text. Absent if the name was not deprecated. */
  deprecated?: string | true;
  deprecatedSince?: string;
  events: ApiEvent[];
}

export type LibraryHistory = ReturnType<typeof createLibraryHistory>;

/** Creates the history of a library. Names that the newest version lacks count as new in the next version. `base` is for links in notes. */
export function createLibraryHistory(data: ApiHistory, components: readonly ApiComponent[], base = '/') {
  const index = indexHistory(data);
  const own = components.filter((component) => isOf(data, component));
  const names = namesOf(own);
  const owners = propsTypesOf(own);
  const ownerOf = ({ id }: ApiComponent): string => owners.get(id) ?? id;
  const show = (version: string): string => (version === NEXT ? NEXT : shownVersion(version, index.versions));
  const pathsOf = pathsByExport(index.names);
  const eventOf = createEvents(index, show);

  const notesOf = (name: string): ApiEvent[] =>
    index
      .notesOf(name)
      .map(({ version, text = '' }) => ({ kind: 'note', version: show(version), note: renderNote(text, base) }));

  const pastOf = (name: string): ApiPast => {
    const past = index.pastOf(name);
    const notes = notesOf(name);
    if (!past || past.removed) return { since: NEXT, events: newestFirst(notes) };
    if (past.isInherited) return { events: newestFirst(notes) };
    const { changes, deprecated } = past;
    const added = past.additions.at(-1);
    const since = added?.before === undefined ? undefined : added.version;
    const changedIn = changes.at(-1)?.version;
    const events = [...changes.map((fact) => eventOf(fact, changeOf(fact))).filter(hasDetails), ...notes];
    if (since !== undefined) events.push(...inGap([eventOf({ version: since }, { kind: 'added' })]));
    if (deprecated) events.push(...inGap([eventOf(deprecated, { kind: 'deprecated' })]));
    return {
      ...(since !== undefined && { since }),
      ...(deprecated && { deprecatedSince: deprecated.version }),
      ...(changedIn !== undefined && { changedIn }),
      events: newestFirst(events),
    };
  };

  const memberPast = (name: string, member: string): ApiPast => {
    const fact = index.isInNewest(name)
      ? index.pastOf(name)?.changes.findLast(({ members }) => members?.added?.includes(member))
      : undefined;
    if (!fact) return { events: [] };
    return { since: fact.version, events: inGap([eventOf(fact, { kind: 'added' })]) };
  };

  return {
    /** Content of the history file. */
    data,
    index,
    show,
    /** Returns how the names in the working tree differ from the names in the newest version. Each list is sorted. */
    next(): Record<'added' | 'removed', string[]> {
      // A row still exists if a DOM attribute has replaced it.
      const shown = new Set(own.flatMap((component) => rowPaths(component).map((path) => rowName(component.id, path))));
      const isGone = (name: string): boolean => index.isInNewest(name) && !names.has(name) && !shown.has(name);
      return {
        added: [...names].filter((name) => !index.isInNewest(name) && !index.pastOf(name)?.isInherited).sort(),
        removed: [...index.names].filter(isGone).sort(),
      };
    },
    /**
     * Returns the past of an export or of the row at `path`, such as `showSearch.filter`. Undefined for DOM attributes,
     * parameters, and exports of other packages.
     */
    of(component: ApiComponent, path?: string): ApiPast | undefined {
      if (!isOf(data, component)) return undefined;
      if (path === undefined) return pastOf(component.id);
      const found = findName(names, ownerOf(component), path);
      if (!found) return undefined;
      return found.member === undefined ? pastOf(found.name) : memberPast(found.name, found.member);
    },
    removedFrom(component: ApiComponent): RemovedName[] {
      if (!isOf(data, component)) return [];
      const owner = ownerOf(component);
      const shown = new Set(rowPaths(component));
      const isGone = (path: string): boolean => !names.has(rowName(owner, path)) && !shown.has(path);
      // The table of a props type does not list the members of the ref.
      const isOfTable = (path: string): boolean => owner === component.id || !path.startsWith('ref.');
      const paths = (pathsOf.get(owner) ?? []).filter((path) => isGone(path) && isOfTable(path));
      return paths.sort().flatMap((path): RemovedName[] => {
        const past = index.pastOf(rowName(owner, path));
        if (!past || past.isInherited) return [];
        const removed = toRemovedName(path, past, eventOf);
        return [{ ...removed, events: newestFirst([...removed.events, ...notesOf(rowName(owner, path))]) }];
      });
    },
  };
}

function isOf(data: ApiHistory, component: ApiComponent): boolean {
  return component.package === undefined || component.package === data.package;
}

/** Finds the name for a path. `member` is set for the path of a member, because members have no names of their own. */
function findName(names: ReadonlySet<string>, id: string, path: string): { name: string; member?: string } | undefined {
  if (names.has(rowName(id, path))) return { name: rowName(id, path) };
  const parts = path.split('.');
  const ofRef = rowName(id, parts.slice(0, 2).join('.'));
  const length = parts[0] === 'ref' && names.has(ofRef) ? 2 : 1;
  const name = rowName(id, parts.slice(0, length).join('.'));
  return names.has(name) ? { name, member: parts.slice(length).join('.') } : undefined;
}

function pathsByExport(names: Iterable<string>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const name of names) {
    const [id, path] = [exportOf(name), pathOf(name)];
    if (path === undefined) continue;
    const known = paths.get(id);
    if (known) known.push(path);
    else paths.set(id, [path]);
  }
  return paths;
}

/** Returns the paths of all rows in the table of an export, without the members of members. */
function rowPaths({ props, handle = [] }: ApiComponent): string[] {
  return [...props.map(({ name }) => name), ...handle.map(({ name }) => `ref.${name}`)];
}

/** Creates a function that describes a fact in the way tables show it. */
function createEvents({ before }: HistoryIndex, show: LibraryHistory['show']) {
  return ({ version }: Pick<ApiFact, 'version'>, event: Omit<ApiEvent, 'version' | 'before'>): ApiEvent => {
    const last = before(version);
    const isUnclear = last !== undefined && isGap(last, version);
    return { ...event, version: show(version), ...(isUnclear && { before: show(last) }) };
  };
}

function toRemovedName(
  path: string,
  { removed, deprecated, type }: NamePast,
  eventOf: ReturnType<typeof createEvents>,
): RemovedName {
  return {
    path,
    version: removed?.version ?? NEXT,
    ...(type !== undefined && { type }),
    ...(deprecated && { deprecated: deprecated.text ?? true, deprecatedSince: deprecated.version }),
    events: removed ? inGap([eventOf(removed, { kind: 'removed' })]) : [],
  };
}

function changeOf({ change, from, to, members }: ApiFact): Omit<ApiEvent, 'version' | 'before'> {
  if (!OF_TYPE.has(change)) return { kind: change as ApiEvent['kind'], ...(from !== undefined && { from }) };
  return { kind: 'type', ...(from !== undefined && from !== to && { from }), ...(members && { members }) };
}

/** Returns false for a changed type without further known details. */
function hasDetails({ kind, from, members }: ApiEvent): boolean {
  return kind !== 'type' || from !== undefined || members !== undefined;
}

/** Returns events only if versions may be missing before them. Other events need no details. */
function inGap(events: ApiEvent[]): ApiEvent[] {
  return events.filter(({ before }) => before !== undefined);
}

function newestFirst(events: ApiEvent[]): ApiEvent[] {
  return events.toSorted((one, other) => compareVersions(other.version, one.version));
}
