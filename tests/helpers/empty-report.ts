import type { ReportResult } from '../../src/node/tools/report/types.ts';

/** A report that found nothing. */
export const EMPTY_REPORT: ReportResult = {
  needsAttention: false,
  verdict: '✔ Nothing needs attention',
  isCompared: true,
  against: '0123456789',
  contract: [],
  unstable: [],
  demos: { opened: 1, all: 2, added: [], removed: [] },
  pages: { added: [], removed: [], changed: [], lost: [] },
  imports: [],
  firstViews: [],
  overBudget: [],
  outdated: [],
  notComparable: [],
  diagnostics: [],
  folder: '/report',
};
