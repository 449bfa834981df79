/** `?from=1.5.0&to=1.26.0&breaking`. */
import type { ChosenVersions } from '../../shared/api-changes/changes-data.ts';

export interface Choice extends ChosenVersions {
  onlyBreaking: boolean;
}

const [FROM, TO, BREAKING] = ['from', 'to', 'breaking'] as const;

/** Without `to`, it is the newest version; `none` without `from`; `unknown` for a version that is not in the list. */
export function readChoice(
  query: string,
  { versions, newest }: { versions: readonly { version: string; shown: string }[]; newest: string },
): Choice | 'none' | 'unknown' {
  const parameters = new URLSearchParams(query);
  const written = parameters.get(FROM);
  if (written === null) return 'none';
  const find = (text: string): string | undefined =>
    versions.find(({ version, shown }) => version === text || shown === text)?.version;
  const [from, to] = [find(written), find(parameters.get(TO) ?? newest)];
  if (from === undefined || to === undefined) return 'unknown';
  return { from, to, onlyBreaking: parameters.has(BREAKING) };
}

/** Other parameters stay. */
export function writeChoice(query: string, choice: Choice | undefined): string {
  const parameters = new URLSearchParams(query);
  for (const name of [FROM, TO, BREAKING]) parameters.delete(name);
  if (choice) {
    parameters.set(FROM, choice.from);
    parameters.set(TO, choice.to);
    if (choice.onlyBreaking) parameters.set(BREAKING, '');
  }
  return parameters.toString().replace(/(^|&)breaking=$/, '$1breaking');
}
