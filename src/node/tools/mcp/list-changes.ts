import { composeFacts, type ShownFact } from '../../../shared/api-changes/compose-facts.ts';
import { type Change, groupByExport } from '../../../shared/api-changes/group-changes.ts';
import { exportOf } from '../../../shared/api-changes/names.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { knownVersions } from '../../types/history/index-history.ts';
import { findVersion } from '../../types/history/versions.ts';
import { UnknownName } from './built-files.ts';

export interface ChangesQuery {
  from: string;
  /** Version up to which changes are listed. Default: the newest known version. */
  to?: string;
  /** Lists only breaking changes. Default: false. */
  breaking?: boolean;
  /** Id of an export. Default: all exports. */
  component?: string;
}

interface ListedChange extends Omit<ShownFact, 'read'> {
  breaking: boolean;
  /** Properties that were added or removed together with their export. */
  properties?: string[];
}

/** Lists changes between versions. Changes that a later version reversed are omitted. */
export function listChanges(
  history: ApiHistory,
  { from, to, breaking: onlyBreaking = false, component }: ChangesQuery,
): object {
  const versions = knownVersions(history);
  const [newest = ''] = versions.slice(-1);
  const [first, last] = [versionOf(history, from), to === undefined ? newest : versionOf(history, to)];
  if (versions.indexOf(first) > versions.indexOf(last))
    throw new UnknownName(`${first} is newer than ${last}. Exchange \`from\` and \`to\`.`);
  if (component !== undefined) checkComponent(history, component);
  const components = groupByExport(composeFacts(history.facts, { versions, from: first, to: last }))
    .filter(({ id, aliases = [] }) => component === undefined || [id, ...aliases].includes(component))
    .map(({ changes, ...names }) => ({
      ...names,
      changes: changes.filter(({ isBreaking }) => isBreaking || !onlyBreaking).map(listed),
    }))
    .filter(({ changes }) => changes.length > 0);
  const all = components.flatMap(({ changes }) => changes);
  return {
    package: history.package,
    ...{
      from: first,
      to: last,
      changes: all.filter(({ change }) => change !== 'note').length,
      breaking: all.filter((change) => change.breaking).length,
    },
    components,
  };
}

function listed({ fact: { read: _read, ...fact }, isBreaking, rows }: Change): ListedChange {
  return { ...fact, breaking: isBreaking, ...(rows && { properties: rows }) };
}

function versionOf(history: ApiHistory, written: string): string {
  const found = findVersion(history, written);
  if (found !== undefined) return found;
  const { versions } = history;
  const isUntyped = versions.some(({ version, untyped }) => untyped && version === written);
  const reason = isUntyped ? `Nothing is known about the API of ${written}.` : `The version ${written} is not known.`;
  throw new UnknownName(`${reason} Known versions: ${knownVersions(history).join(', ')}`);
}

function checkComponent({ names, facts }: ApiHistory, component: string): void {
  const known = [...new Set([...names, ...facts.map(({ name }) => name)].map(exportOf))].sort();
  if (known.includes(component)) return;
  const nearest = nearestName(component, known);
  throw new UnknownName(
    `The history has no export \`${component}\`. ${nearest ? `Did you mean \`${nearest}\`?` : `It has ${known.slice(0, 50).join(', ')}`}`,
  );
}
