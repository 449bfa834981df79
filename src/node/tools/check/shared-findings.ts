import type { DemoReport, Finding, OtherReport } from './types.ts';

/** Rules of findings that remain with each demo, because the demo was not checked completely. */
const OWN_RULES = new Set(['not-started', 'lost-page', 'not-run']);

export type SharedFindings = ReturnType<typeof createSharedFindings>;

/**
 * Reports findings that all demos share, such as a missing favicon, only once. While all demos so far have a finding in
 * common, their reports are held back.
 */
export function createSharedFindings() {
  let common: Finding[] | undefined;
  let count = 0;
  let held: DemoReport[] = [];
  const release = (): DemoReport[] => {
    const keys = new Set(common?.map(keyOf));
    const reports = held;
    held = [];
    return reports.map((report) => {
      const shared = report.findings.filter((finding) => keys.has(keyOf(finding)));
      if (shared.length === 0) return report;
      const findings = report.findings.filter((finding) => !shared.includes(finding));
      return { ...report, findings, shared: [...new Set(shared.map(({ rule }) => rule))] };
    });
  };
  return {
    /** Adds the report of the next demo. Returns the reports that have become final, in order. */
    add(report: DemoReport): DemoReport[] {
      held.push(report);
      // For example, a demo without steps cannot have findings about steps.
      if (report.ran.length > 0) {
        count++;
        const keys = new Set(report.findings.map(keyOf));
        common = (common ?? report.findings.filter(({ rule }) => !OWN_RULES.has(rule))).filter((finding) =>
          keys.has(keyOf(finding)),
        );
      }
      return common?.length === 0 ? release() : [];
    },
    end(): { demos: DemoReport[]; shared: OtherReport[] } {
      // Findings of a single demo are not shared.
      if (count < 2) common = [];
      const shared = common?.length
        ? [{ subject: `all ${count} demos`, demos: count, findings: common, accepted: [] }]
        : [];
      return { demos: release(), shared };
    },
  };
}

/** Returns a key that is the same for all findings of one problem, wherever they were found. */
export function keyOf({ rule, message, target }: Finding): string {
  return JSON.stringify([rule, message, target]);
}
