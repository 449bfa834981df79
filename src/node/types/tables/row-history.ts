import type { ApiComponent } from '../../../shared/api.ts';
import { type ApiRowHistory, type ApiTableRow, NEXT } from '../../../shared/api-table.ts';
import type { LibraryHistory, RemovedName } from '../history/library-history.ts';
import { compareVersions, parseVersion } from '../history/versions.ts';
import { removedAnchor } from './anchors.ts';

interface Shown {
  /** Path of the row. Absent for the export itself. */
  path?: string | undefined;
  /** Text of `@since`, which takes precedence over the history. */
  tag?: string | undefined;
  isDeprecated?: boolean;
}

/** Returns undefined if there is nothing to show. */
export function historyOf(
  history: LibraryHistory,
  component: ApiComponent,
  { path, tag, isDeprecated = false }: Shown,
): ApiRowHistory | undefined {
  const past = history.of(component, path) ?? { events: [] };
  const shown = (version: string | undefined): string | undefined => version && history.show(version);
  const since = tag === undefined ? shown(past.since) : shownTag(tag, history);
  const changedIn = shown(past.changedIn);
  const events = past.events.filter(
    ({ kind }) => !(kind === 'added' && tag !== undefined) && (kind !== 'deprecated' || isDeprecated),
  );
  const newest = [since, changedIn]
    .filter((version) => version !== undefined)
    .sort(compareVersions)
    .at(-1);
  const found: ApiRowHistory = {
    ...(since !== undefined && { since }),
    ...(isDeprecated && past.deprecatedSince !== undefined && { deprecatedSince: shown(past.deprecatedSince) }),
    ...(changedIn !== undefined && changedIn !== since && { changedIn }),
    events,
    ...(newest !== undefined && { newest }),
  };
  return Object.keys(found).length > 1 || events.length > 0 ? found : undefined;
}

/** Creates a row for a removed name. Other rows in `taken` keep their anchors. */
export function createRemovedRow(
  { path, type, version, deprecated, deprecatedSince, events }: RemovedName,
  { id }: ApiComponent,
  {
    history,
    taken,
    renderMarkdown,
  }: { history: LibraryHistory; taken: ReadonlySet<string>; renderMarkdown: (markdown: string) => string },
): ApiTableRow {
  const anchor = removedAnchor(id, path);
  const removedIn = history.show(version);
  return {
    name: path,
    ...(!taken.has(anchor) && { anchor }),
    description: '',
    type: type === undefined ? [] : [{ text: type }],
    required: false,
    ...(deprecated !== undefined && {
      deprecated: typeof deprecated === 'string' ? renderMarkdown(deprecated) : deprecated,
    }),
    history: {
      removedIn,
      ...(deprecatedSince !== undefined && { deprecatedSince: history.show(deprecatedSince) }),
      events,
      newest: removedIn,
    },
    demos: [],
    children: [],
  };
}

/** Returns the versions by which a table's rows can be filtered, oldest first. */
export function versionsOf(rows: readonly ApiTableRow[]): string[] {
  const versions = rows.flatMap(({ history }) => history?.newest ?? []);
  return [...new Set(versions)].filter((version) => parseVersion(version) || version === NEXT).sort(compareVersions);
}

/** Returns the version in a tag as tables show it. A version that is not complete is shown as written. */
function shownTag(tag: string, history: LibraryHistory): string {
  const range = parseVersion(tag);
  return range && range.below === undefined ? history.show(range.lowest) : tag.trim().replace(/^v(?=\d)|\+$/g, '');
}
