import { locateKey } from '../../project/config/key-location.ts';
import type { AcceptEntry, Site } from '../../project/config/types.ts';
import type { AcceptedFinding, Finding } from './types.ts';

export interface Sorted {
  findings: Finding[];
  accepted: AcceptedFinding[];
}

/** Sorts findings by whether the option `accept` lists them. */
export type Acceptance = ReturnType<typeof createAcceptance>;

/** An entry accepts findings until the end of its last day in UTC. */
export function createAcceptance(
  {
    config,
    configFile = 'configuration',
    configSource = '',
  }: Pick<Site, 'configFile' | 'configSource'> & {
    config: Pick<Site['config'], 'accept'>;
  },
  now: Date = new Date(),
) {
  const today = now.toISOString().slice(0, 10);
  const isExpired = ({ until }: AcceptEntry): boolean => until !== undefined && until < today;
  const valid = config.accept.filter((entry) => !isExpired(entry));
  const used = new Set<AcceptEntry>();
  const report = (entry: AcceptEntry, rule: string, problem: string): Finding => {
    const { file, line, column } = locateKey(configFile, configSource, ['accept', config.accept.indexOf(entry)]);
    const message = `The entry of \`accept\` for ${describe(entry)} ${problem}`;
    return { rule, place: 'configuration', message, location: { file, line, column } };
  };
  return {
    /** @param demo id of the demo; absent for findings of a page */
    sort(findings: Finding[], demo?: string): Sorted {
      const sorted: Sorted = { findings: [], accepted: [] };
      for (const finding of findings) {
        const matching = valid.filter((entry) => matches(entry, finding, demo));
        for (const entry of matching) used.add(entry);
        if (matching[0]) sorted.accepted.push({ ...finding, reason: matching[0].reason });
        else sorted.findings.push(finding);
      }
      return sorted;
    },
    /** Findings about the entries that have expired. */
    expired: config.accept
      .filter(isExpired)
      .map((entry) => report(entry, 'expired-acceptance', `expired on ${entry.until}. Fix the cause, or extend it`)),
    /** Returns a finding for each other entry without a match. `isChecked` receives the demo of the entry. */
    unused: (isChecked: (demo: string | undefined) => boolean): Finding[] =>
      valid
        .filter((entry) => !used.has(entry) && isChecked(entry.demo))
        .map((entry) => report(entry, 'unused-acceptance', 'matches no finding. Remove it')),
  };
}

function matches({ code, match, target, demo }: AcceptEntry, finding: Finding, id: string | undefined): boolean {
  return (
    code === finding.rule &&
    (match === undefined || finding.message.includes(match)) &&
    (target === undefined || target === finding.target) &&
    (demo === undefined || demo === id)
  );
}

function describe({ code, match, target, demo }: AcceptEntry): string {
  return `${code} (${[demo, target, match].filter((part) => part !== undefined).join(', ')})`;
}
