import { keyOf } from './finding-key.ts';
import type { DemoReport, Finding, OtherReport } from './types.ts';

/** Takes what all demos share out of their reports. */
export interface SharedFindings {
  /** Takes the report of the next demo. Returns the reports that are known to be final, in order. */
  add(report: DemoReport): DemoReport[];
  /** Returns the reports that were held back, and what all demos share. */
  end(): { demos: DemoReport[]; shared: OtherReport[] };
}

/**
 * Finds what every demo has, such as a favicon that cannot be reached: it is reported once, with the number of demos. While
 * all demos so far have a finding in common, their reports are held back.
 */
export function createSharedFindings(): SharedFindings {
  let common: Finding[] | undefined;
  let count = 0;
  let held: DemoReport[] = [];
  const release = (): DemoReport[] => {
    const keys = new Set(common?.map(keyOf));
    const reports = held;
    held = [];
    return reports.map((report) => ({
      ...report,
      findings: report.findings.filter((finding) => !keys.has(keyOf(finding))),
    }));
  };
  return {
    add(report) {
      count++;
      const keys = new Set(report.findings.map(keyOf));
      common = common === undefined ? report.findings : common.filter((finding) => keys.has(keyOf(finding)));
      held.push(report);
      return common.length === 0 ? release() : [];
    },
    end() {
      // What one demo has is its own.
      if (count < 2) common = [];
      const shared = common?.length ? [{ subject: `all ${count} demos`, demos: count, findings: common }] : [];
      return { demos: release(), shared };
    },
  };
}
