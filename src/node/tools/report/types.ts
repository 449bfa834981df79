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
  /** Bytes with scripts and style sheets, compressed with Brotli. */
  size: [before: number, after: number];
  /** Number of words, if the text has changed. */
  words?: [before: number, after: number];
}

/** An export whose cost for an application has changed. Sizes: bytes of JavaScript, compressed. */
export interface ChangedImport {
  name: string;
  before: ImportCost;
  after: ImportCost;
}

/** The largest first view of the pages of a type. Sizes: bytes with scripts and style sheets, compressed with Brotli. */
export interface FirstView {
  type: PageType;
  route: string;
  /** Undefined if there was no such page. */
  before?: number;
  after: number;
}

/** A size above its budget in the configuration, both in bytes. */
export interface OverBudget {
  of: 'import' | 'first view';
  /** Name of the export, or route of the page. */
  name: string;
  size: number;
  budget: number;
}

/** Changes of the shares of the API that have a description and a demo, in percent. */
export interface CoverageChange {
  described: [before: number, after: number];
  shown: [before: number, after: number];
  /** Exports and properties that lack a description or a demo now: `Button.size`. */
  withoutDescription: string[];
  withoutDemo: string[];
}

export interface ReportResult {
  /** Users of the library or readers may be affected: something is gone, differs or newly fails. */
  needsAttention: boolean;
  /** The verdict in a line. */
  verdict: string;
  /** False if there is no other state, or its site cannot be built. */
  isCompared: boolean;
  /** What the working tree was compared with: a short commit id, or the folder or URL of a site. */
  against: string;
  /** True if the working tree has changes that are not committed, which are compared too. */
  isDirty?: true;
  /** Changes of the API; absent if it cannot be compared. */
  api?: ApiDiff;
  contract: ContractChange[];
  /** Changes that differ each time a demo is opened. */
  unstable: ContractChange[];
  /** Screenshots of the opened demos, with the most visible change first. Absent without the option `screenshots`. */
  screenshots?: ReviewEntry[];
  demos: { opened: number; all: number; added: string[]; removed: string[] };
  pages: {
    added: string[];
    removed: string[];
    changed: ChangedPage[];
    /** URLs and anchors that no longer lead anywhere. */
    lost: Diagnostic[];
  };
  /** Costs of the exports that the changes can reach, by their growth, largest first. */
  imports: ChangedImport[];
  /** One for each page type. */
  firstViews: FirstView[];
  /** Sizes above their budgets, the largest first. */
  overBudget: OverBudget[];
  /** Present only if the coverage changed and can be compared. */
  coverage?: CoverageChange;
  /** Translations that have not changed, although their original has. */
  outdated: OvertakenTranslation[];
  /** What could not be compared, and why. */
  notComparable: string[];
  diagnostics: Diagnostic[];
  /** Absolute path of the folder with `report.md`, `report.json` and `index.html`. */
  folder: string;
}
