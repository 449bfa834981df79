import { ADDING, type ApiFact, type ApiHistory, orderOf, REMOVING } from '../../../shared/api-history.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { knownVersions } from './index-history.ts';
import { compareVersions, isVersion } from './versions.ts';

/** A mistake, with the path of the incorrect value in the file, such as `facts`, 12. */
export interface HistoryProblem {
  path: (string | number)[];
  reason: string;
}

/** Version of the file format that this version of the tool reads. */
const FORMAT = 1;

const CHANGES: Record<ApiFact['change'], true> = {
  added: true,
  removed: true,
  declared: true,
  inherited: true,
  required: true,
  optional: true,
  deprecated: true,
  undeprecated: true,
  widened: true,
  narrowed: true,
  changed: true,
  default: true,
  note: true,
};

/** Finds a problem in the structure of a history. Unknown keys are ignored. */
export function findShapeProblem(value: unknown): HistoryProblem | undefined {
  if (!isRecord(value)) return { path: [], reason: 'the file does not contain an object' };
  const { format, package: name, versions, names, facts } = value;
  if (format !== FORMAT) return { path: ['format'], reason: describeFormat(format) };
  if (typeof name !== 'string') return { path: ['package'], reason: '`package` is not a string' };
  if (!Array.isArray(versions)) return { path: ['versions'], reason: '`versions` is not a list' };
  if (!isTexts(names)) return { path: ['names'], reason: '`names` is not a list of strings' };
  if (!Array.isArray(facts)) return { path: ['facts'], reason: '`facts` is not a list' };
  return first(versions, 'versions', problemOfVersion) ?? first(facts, 'facts', problemOfFact);
}

/** Splits the facts of a history into those that are consistent and those that contradict others. */
export function checkFacts(history: ApiHistory): { facts: ApiFact[]; problems: HistoryProblem[] } {
  const known = knownVersions(history);
  const rank = new Map(known.map((version, index) => [version, index]));
  const untyped = new Set(history.versions.filter((entry) => entry.untyped).map(({ version }) => version));
  const present = new Set(history.names);
  const problems: (HistoryProblem & { index: number })[] = [];
  const valid = new Set<number>();
  const ordered = history.facts
    .map((fact, index) => ({ fact, index }))
    .toSorted(
      ({ fact: one }, { fact: other }) =>
        (rank.get(one.version) ?? 0) - (rank.get(other.version) ?? 0) || orderOf(one.change) - orderOf(other.change),
    );
  for (const { fact, index } of ordered) {
    const { name, change, version } = fact;
    const before = known[(rank.get(version) ?? 0) - 1];
    const report = (reason: string): unknown => problems.push({ index, path: ['facts', index], reason });
    if (untyped.has(version)) report(`\`${name}\` has a change in ${version}, of which nothing is known`);
    else if (!rank.has(version)) report(`\`${name}\` has a change in ${version}, which \`versions\` does not list`);
    else if (before === undefined) report(`\`${name}\` has a change in ${version}, before which nothing is known`);
    // A name that the library declares again after a version in which it was only a DOM attribute was never removed.
    else if (change === 'added' && present.has(name))
      report(`\`${name}\` is added in ${version}, but ${before} has it`);
    else if (!ADDING.has(change) && !present.has(name))
      report(`\`${name}\` changes in ${version} (${change}), but ${before} does not have it`);
    else {
      valid.add(index);
      if (ADDING.has(change)) present.add(name);
      if (REMOVING.has(change)) present.delete(name);
    }
  }
  return {
    facts: history.facts.filter((_, index) => valid.has(index)),
    problems: problems.sort((one, other) => one.index - other.index).map(({ path, reason }) => ({ path, reason })),
  };
}

function describeFormat(format: unknown): string {
  if (typeof format !== 'number') return '`format` is not a number';
  return `it has format ${format}, and this version of cascader-docs reads format ${FORMAT}`;
}

/** `previous` is the entry before the checked entry. */
type EntryCheck = (entry: Record<string, unknown>, previous: unknown) => string | undefined;

function first(entries: unknown[], key: string, check: EntryCheck): HistoryProblem | undefined {
  for (const [index, entry] of entries.entries()) {
    const reason = isRecord(entry) ? check(entry, entries[index - 1]) : 'is not an object';
    if (reason !== undefined) return { path: [key, index], reason: `\`${key}[${index}]\` ${reason}` };
  }
  return undefined;
}

const problemOfVersion: EntryCheck = ({ version, untyped }, previous) => {
  if (typeof version !== 'string' || !isVersion(version)) return 'has no `version` such as `1.2.0`';
  if (untyped !== undefined && untyped !== true) return 'has an `untyped` that is not `true`';
  const last = (previous as { version: string } | undefined)?.version;
  if (last === undefined || compareVersions(last, version) < 0) return undefined;
  return last === version ? `repeats ${version}` : `is ${version}, which is older than ${last} before it`;
};

const problemOfFact: EntryCheck = ({ name, version, change, from, to, text, replacement, members }) => {
  if (typeof name !== 'string') return 'has no `name`';
  if (typeof version !== 'string') return 'has no `version`';
  if (typeof change !== 'string' || !Object.hasOwn(CHANGES, change)) return `has an unknown \`change\``;
  for (const [key, value] of Object.entries({ from, to, text, replacement }))
    if (value !== undefined && typeof value !== 'string') return `has a \`${key}\` that is not a string`;
  if (members === undefined) return undefined;
  const isValid =
    isRecord(members) &&
    ['added', 'removed', 'changed'].every((key) => members[key] === undefined || isTexts(members[key]));
  return isValid ? undefined : 'has `members` that are not lists of names';
};

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
