import type { ReviewEntry } from '../../../shared/screenshot-review.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { ImportCost } from '../../bundle/import-cost.ts';
import type { ApiDiff } from '../history/diff-api.ts';
import type { OvertakenTranslation } from '../translations.ts';
import type { ContractChange } from './compare-contracts.ts';
import type { PageType } from './measure-pages.ts';

/** A page whose text or size has changed. */
export interface ChangedPage {
  route: string;
  /** Size in bytes with scripts and style sheets, compressed with Brotli. */
  size: [before: number, after: number];
  /** Number of words, if the text has changed. */
  words?: [before: number, after: number];
}

/** An export whose cost for an application has changed. Sizes are bytes of compressed JavaScript. */
export interface ChangedImport {
  name: string;
  before: ImportCost;
  after: ImportCost;
}

/** The largest first view among pages of one type. Sizes are bytes with scripts and style sheets, compressed with Brotli. */
export interface FirstView {
  type: PageType;
  route: string;
  /** Size before the change. Undefined if there was no page of this type. */
  before?: number;
  after: number;
}

/** A size that exceeds its budget in the configuration. Both are in bytes. */
export interface OverBudget {
  of: 'import' | 'first view';
  /** Name of the export, or route of the page. */
  name: string;
  size: number;
  budget: number;
}

/** Changes in the percentages of the API that have a description and a demo. */
export interface CoverageChange {
  described: [before: number, after: number];
  shown: [before: number, after: number];
  /** Exports and properties that now lack a description or a demo, such as `Button.size`. */
  withoutDescription: string[];
  withoutDemo: string[];
}

export interface ReportResult {
  /** True if users of the library or readers may be affected: something was removed, differs, or newly fails. */
  needsAttention: boolean;
  /** The verdict in one line. */
  verdict: string;
  /** False if there is no other state, or if its site cannot be built. */
  isCompared: boolean;
  /** What the working tree was compared with: a short commit id, or the folder or URL of a site. */
  against: string;
  /** True if the working tree has uncommitted changes, which are also compared. */
  isDirty?: true;
  /** Changes of the API; absent if it cannot be compared. */
  api?: ApiDiff;
  contract: ContractChange[];
  /** Changes in lines that also differ between two visits to the same demo. */
  unstable: ContractChange[];
  /** Screenshots of the opened demos, with the most visible change first. Absent without the option `screenshots`. */
  screenshots?: ReviewEntry[];
  demos: { opened: number; all: number; added: string[]; removed: string[] };
  pages: {
    added: string[];
    removed: string[];
    changed: ChangedPage[];
    /** URLs and anchors that no longer exist. */
    lost: Diagnostic[];
  };
  /** Costs of the exports that the changes can reach, by increase, largest increase first. */
  imports: ChangedImport[];
  /** One entry for each page type. */
  firstViews: FirstView[];
  /** Sizes above their budgets, largest first. */
  overBudget: OverBudget[];
  /** Absent unless the coverage has changed and can be compared. */
  coverage?: CoverageChange;
  /** Translations that have not changed although their originals have. */
  outdated: OvertakenTranslation[];
  /** What could not be compared, with the reasons. */
  notComparable: string[];
  diagnostics: Diagnostic[];
  /** Absolute path of the folder with `report.md`, `report.json` and `index.html`. */
  folder: string;
}
