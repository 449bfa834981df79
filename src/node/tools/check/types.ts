import type { Location } from '../../base/diagnostics/diagnostic.ts';

/**
 * Where a finding was made: in the build, on the page that embeds the demo, on the demo's own page, in its steps,
 * screenshots or export, or in the configuration.
 */
export type FindingPlace = 'build' | 'page' | 'alone' | 'steps' | 'screenshots' | 'export' | 'configuration';

/** A problem in a demo, or in a page as a whole. */
export interface Finding {
  /**
   * `console-error`, `console-warning`, `uncaught`, `unhandled-rejection`, `hydration`, `crash`, `not-started`, `lost-page`, `not-run`,
   * `step`, `needs-real-input`, `dialog`, `screenshot`, `unstable-screenshot`, `no-screenshot`, `export-files`, `export-bundle`,
   * `export-empty`, `expired-acceptance`, `unused-acceptance`, the code of a build warning, or `axe/<rule of axe>`.
   */
  rule: string;
  place: FindingPlace;
  /** Description of the problem. The first line is a summary; the other lines are details. */
  message: string;
  /** CSS selector of the affected element, relative to the demo's root. */
  target?: string;
  /** Location in a source file, relative to the site's root. For a finding in an export, the file is part of the export. */
  location?: Pick<Location, 'file' | 'line' | 'column'>;
  /** How to fix it, as described by the tool that found it. */
  details?: string;
  /** URL of an explanation. */
  help?: string;
  /** Path of a screenshot, in the report's folder, of the page at that moment. */
  screenshot?: string;
}

/** A finding whose screenshot is still in memory. */
export interface RawFinding extends Finding {
  image?: Uint8Array;
}

/** A finding that the option `accept` lists. */
export interface AcceptedFinding extends Finding {
  /** Reason that the configuration gives. */
  reason: string;
}

/** A demo to be checked. */
export interface CheckedDemo {
  id: string;
  title?: string;
  /** Source path relative to the site's root; for a fenced demo, the path of its page. */
  file: string;
  /** Route of the page that embeds the demo, without the base path. */
  route: string;
}

/** Result of {@link check} for one demo. */
export interface DemoReport extends CheckedDemo {
  /** Where the demo was run. Empty if the demo has nothing that the selected checks run, such as steps. */
  ran: ('page' | 'alone' | 'export' | 'steps' | 'screenshots')[];
  findings: Finding[];
  /** Findings that the option `accept` lists. */
  accepted: AcceptedFinding[];
  /** True if the demo passed earlier, and nothing that it reaches has changed since then. Exports are always checked again. */
  isReused?: true;
  /** Rules of the demo's findings that all demos share. These findings are listed once for all demos. */
  shared?: string[];
  /** Path of the demo's screenshot in the report's folder. Undefined if the screenshot failed. */
  screenshot?: string;
  /** Results of the demo's steps, in order. Absent for a demo without steps. */
  steps?: StepReport[];
}

/** Result of one step of a demo. */
export interface StepReport {
  name: string;
  /** False if an earlier step failed. */
  isRun: boolean;
  /** Why the step failed. The demo's findings contain the same finding unless the finding is accepted. */
  finding?: Finding;
}

/** Findings that do not belong to a single demo: findings about a page's shell, the option `accept`, or all demos. */
export interface OtherReport {
  /** Route of the page, `configuration`, or `all 12 demos`. */
  subject: string;
  /** Number of demos that share the findings. Undefined for findings that do not belong to a demo. */
  demos?: number;
  findings: Finding[];
  /** Findings that the option `accept` lists. */
  accepted: AcceptedFinding[];
}
