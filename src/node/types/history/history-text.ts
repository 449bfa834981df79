import type { ApiFact, ApiHistory } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';

/** Output path of the history, for assistants and tools. */
export const HISTORY_OUTPUT = 'api-history.json';

/** Returns the text of the history for the output: with notes, but without the packages that were installed to read each version. */
export function publishedHistory(history: ApiHistory): string {
  const versions = history.versions.map(({ version, untyped }) => ({ version, ...(untyped && { untyped }) }));
  const facts = history.facts.filter(({ version }) => version !== NEXT);
  return historyText({ ...history, versions, facts });
}

/** Prints one line for each version, name and fact, so that branches that add different facts can be merged. */
export function historyText({ format, package: name, versions, names, facts }: ApiHistory): string {
  const order = new Map(versions.map(({ version }, index) => [version, index]));
  const sorted = facts.toSorted(
    (one, other) =>
      compare(one.name, other.name) ||
      (order.get(one.version) ?? 0) - (order.get(other.version) ?? 0) ||
      compare(one.change, other.change),
  );
  const list = (key: string, entries: readonly unknown[]): string =>
    entries.length === 0
      ? `  "${key}": []`
      : `  "${key}": [\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
  const lines = [
    `  "format": ${format}`,
    `  "package": ${JSON.stringify(name)}`,
    list('versions', versions),
    list('names', names.toSorted(compare)),
    list('facts', sorted.map(inOrder)),
  ];
  return `{\n${lines.join(',\n')}\n}\n`;
}

function inOrder({ name, version, change, required, from, to, text, replacement, members, read }: ApiFact): ApiFact {
  return {
    name,
    version,
    change,
    ...(required && { required }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(text !== undefined && { text }),
    ...(replacement !== undefined && { replacement }),
    ...(members && { members }),
    ...(read && { read }),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
