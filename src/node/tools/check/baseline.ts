import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError, type Location } from '../../base/diagnostics/diagnostic.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { AcceptedFinding, Finding } from './types.ts';

/** Name of the baseline, a file beside the configuration of the site. */
export const BASELINE_FILE = 'check-baseline.json';

/** A finding that only a change of the documented component can fix. */
export interface BaselineEntry {
  demo: string;
  rule: string;
  /** Value of the finding's `target`. */
  target?: string;
  /** Value of the finding's `message`. At least one of `target` and `message` is required. */
  message?: string;
  /** Why the finding is accepted. */
  reason: string;
}

export interface Sorted {
  findings: Finding[];
  accepted: AcceptedFinding[];
}

export interface Baseline {
  sort(demo: string, findings: Finding[]): Sorted;
  /** Returns a finding for each entry of these demos that matched no finding. */
  stale(isChecked: (demo: string) => boolean): Finding[];
}

/** Empty if there is no file. Throws a DiagnosticError with exit code 2 if the file is invalid. */
export async function readBaseline(root: string): Promise<Baseline> {
  let source: string;
  try {
    source = await fs.readFile(path.join(root, BASELINE_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return createBaseline([]);
    throw error;
  }
  const { entries, diagnostics } = parseBaseline(source);
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
  return createBaseline(entries, source);
}

export function createBaseline(entries: BaselineEntry[], source = ''): Baseline {
  const used = new Set<BaselineEntry>();
  return {
    sort(demo, findings) {
      const sorted: Sorted = { findings: [], accepted: [] };
      for (const finding of findings) {
        const matching = entries.filter((entry) => entry.demo === demo && matches(entry, finding));
        for (const entry of matching) used.add(entry);
        if (matching[0]) sorted.accepted.push({ ...finding, reason: matching[0].reason });
        else sorted.findings.push(finding);
      }
      return sorted;
    },
    stale: (isChecked) =>
      entries.flatMap((entry, index) => {
        if (used.has(entry) || !isChecked(entry.demo)) return [];
        return [staleFinding(entry, locateKey(BASELINE_FILE, source, [index]))];
      }),
  };
}

function matches({ rule, target, message }: BaselineEntry, finding: Finding): boolean {
  return (
    rule === finding.rule &&
    (target === undefined || target === finding.target) &&
    (message === undefined || message === finding.message)
  );
}

function staleFinding({ demo, rule, target, message }: BaselineEntry, { file, line, column }: Location): Finding {
  return {
    rule: 'stale-baseline',
    place: 'baseline',
    message: `The entry for ${rule} in ${demo} (${target ?? message}) matches no finding. Remove it`,
    location: { file, line, column },
  };
}

export function parseBaseline(source: string): { entries: BaselineEntry[]; diagnostics: Diagnostic[] } {
  let entries: unknown;
  try {
    entries = JSON.parse(source);
  } catch (error) {
    return { entries: [], diagnostics: [wrong(source, [], `it is not valid JSON: ${(error as Error).message}`)] };
  }
  if (!Array.isArray(entries)) return { entries: [], diagnostics: [wrong(source, [], 'it is not a list of entries')] };
  const diagnostics = entries.flatMap((entry, index) => {
    const problem = problemOf(entry);
    return problem === undefined ? [] : [wrong(source, [index], `entry ${index + 1} has ${problem}`)];
  });
  return { entries, diagnostics };
}

function problemOf(entry: unknown): string | undefined {
  const { demo, rule, target, message, reason } = (entry ?? {}) as Record<string, unknown>;
  if (!isText(demo)) return 'no `demo`';
  if (!isText(rule)) return 'no `rule`';
  if (!isText(target) && !isText(message)) return 'neither `target` nor `message`';
  if (!isText(reason)) return 'no `reason`';
  return undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function wrong(source: string, key: PropertyKey[], reason: string): Diagnostic {
  return createDiagnostic('invalid-baseline', { reason }, { location: locateKey(BASELINE_FILE, source, key) });
}
