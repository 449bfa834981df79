import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { CheckTimes } from './divide-demos.ts';
import type { CheckPart } from './parts.ts';
import type { Report } from './report.ts';
import type { ScreenshotsResult } from './screenshots/check-screenshots.ts';
import { createSharedFindings } from './shared-findings.ts';
import type { DemoReport, Finding, OtherReport } from './types.ts';

/** Result of the checks, before findings that all demos share are separated. */
export interface CheckRecord {
  title: string;
  /** The checks that ran, if `only` selects them. */
  only?: CheckPart[];
  demos: DemoReport[];
  /** Findings about pages, in page order. */
  pages: OtherReport[];
  /** Findings about the option `accept`. A shard does not know which entries match findings of other shards. */
  acceptance: Finding[];
  /** Number of edits to steps. */
  fixed: number;
  diagnostics: Diagnostic[];
  times: CheckTimes;
}

/** Result of a check. */
export interface CheckResult {
  /** The checks that ran; absent without the option `only`. */
  only?: CheckPart[];
  demos: DemoReport[];
  /** Findings that do not belong to a single demo. */
  others: OtherReport[];
  /** Number of demos that were not run, because they have nothing, such as steps, that the selected checks could run. */
  notRun: number;
  /** Number of demos that passed earlier and have not changed since. */
  reused: number;
  /** Number of findings that are not accepted. */
  findings: number;
  /** Number of findings that are accepted. */
  accepted: number;
  /** Number of edits to steps by `fix` and `update`. */
  fixed: number;
  /** Absolute path of the report page. */
  report: string;
  /** Warnings of the build that do not concern a demo, and warnings about screenshots. */
  diagnostics: Diagnostic[];
  /** Numbers of screenshots; absent without the option `screenshots`. */
  screenshots?: ScreenshotsResult;
}

/**
 * Writes the report of a check, and returns the result.
 *
 * @param options.isPart true for the record of a shard, which may have nothing to run
 */
export async function concludeCheck(
  { title, only, demos: found, pages, acceptance, fixed, diagnostics }: CheckRecord,
  report: Report,
  { isPart = false }: { isPart?: boolean } = {},
): Promise<CheckResult> {
  const sharing = createSharedFindings();
  const ended = found.flatMap((demo) => sharing.add(demo));
  const { demos: held, shared } = sharing.end();
  const demos = [...ended, ...held];
  const notRun = demos.filter(({ ran }) => ran.length === 0).length;
  const isNothingRun = notRun > 0 && notRun === demos.length && !isPart;
  const others: OtherReport[] = [
    ...pages,
    ...shared,
    ...(acceptance.length > 0 && !isPart ? [{ subject: 'configuration', findings: acceptance, accepted: [] }] : []),
    ...(isNothingRun ? [{ subject: 'all demos', findings: [nothingRun(only)], accepted: [] }] : []),
  ];
  const chosen = only && { only };
  return {
    ...chosen,
    demos,
    others,
    notRun,
    reused: demos.filter(({ isReused }) => isReused).length,
    findings: [...demos, ...others].reduce((sum, { findings }) => sum + findings.length, 0),
    accepted: [...demos, ...others].reduce((sum, { accepted }) => sum + accepted.length, 0),
    fixed,
    report: await report.write({ title, ...chosen, demos, others }),
    diagnostics,
  };
}

/** Returns a finding for checks that had nothing to run. */
function nothingRun(only: CheckPart[] = []): Finding {
  const lacking = Object.entries({ exports: 'an export', screenshots: 'screenshots', steps: 'steps' }).flatMap(
    ([part, name]) => (only.includes(part as CheckPart) ? [name] : []),
  );
  return { rule: 'not-run', place: 'steps', message: `No demo was run: none has ${lacking.join(' or ')}` };
}
