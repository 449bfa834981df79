import type { Location } from '../../base/diagnostics/diagnostic.ts';

/**
 * Where a finding was made: in the build, on the demo's page, on its own page, in its steps or screenshots, its export, or in the
 * configuration.
 */
export type FindingPlace = 'build' | 'page' | 'alone' | 'steps' | 'screenshots' | 'export' | 'configuration';

/** A problem of a demo, or of a page as a whole. */
export interface Finding {
  /**
   * `console-error`, `console-warning`, `uncaught`, `unhandled-rejection`, `hydration`, `crash`, `not-started`,
   * `lost-page`, `not-run`, `step`, `needs-real-input`, `dialog`, `screenshot`, `unstable-screenshot`, `no-screenshot`, `export-files`, `export-bundle`, `export-empty`, `expired-acceptance`, `unused-acceptance`, a build
   * warning's code, or `axe/<rule of axe>`.
   */
  rule: string;
  place: FindingPlace;
  /** Description of the problem. The first line is a summary; further lines are details. */
  message: string;
  /** The affected element: a CSS selector relative to the demo's root. */
  target?: string;
  /** Location in a source file, relative to the site's root. For a finding in an export, it is in a file of the export. */
  location?: Pick<Location, 'file' | 'line' | 'column'>;
  /** How to fix it, as described by the tool that found it. */
  details?: string;
  /** URL of an explanation. */
  help?: string;
  /** Path of a screenshot of the page at that moment, in the report's folder. */
  screenshot?: string;
}

/** A finding whose screenshot is still in memory. */
export interface RawFinding extends Finding {
  image?: Uint8Array;
}

/** A finding that the option `accept` lists. */
export interface AcceptedFinding extends Finding {
  /** Reason in the configuration. */
  reason: string;
}

/** A demo to check. */
export interface CheckedDemo {
  id: string;
  title?: string;
  /** Source path relative to the site's root; for a fenced demo, the path of its page. */
  file: string;
  /** Route of the page that embeds the demo, without base. */
  route: string;
}

/** Result of {@link check} for one demo. */
export interface DemoReport extends CheckedDemo {
  /** Where it was run. Empty if it has nothing that the chosen checks run, such as steps. */
  ran: ('page' | 'alone' | 'export' | 'steps' | 'screenshots')[];
  findings: Finding[];
  /** Findings that the option `accept` lists. */
  accepted: AcceptedFinding[];
  /** True if it passed before, and nothing that it reaches has changed since. Exports are checked again. */
  isReused?: true;
  /** Rules of its findings that all demos share. They are listed once, for all of them. */
  shared?: string[];
  /** Path of its screenshot in the report's folder; undefined if the screenshot failed. */
  screenshot?: string;
  /** Its steps, in order. Absent for a demo without steps. */
  steps?: StepReport[];
}

/** Result of one step of a demo. */
export interface StepReport {
  name: string;
  /** False if an earlier step failed. */
  isRun: boolean;
  /** Why it failed. It is also one of the demo's findings, unless it is accepted. */
  finding?: Finding;
}

/** Findings that do not belong to a single demo: those about a page's shell, the option `accept`, or all demos. */
export interface OtherReport {
  /** Route of the page, `configuration`, or `all 12 demos`. */
  subject: string;
  /** Number of demos that share the findings; undefined for findings that belong to no demo. */
  demos?: number;
  findings: Finding[];
  /** Findings that the option `accept` lists. */
  accepted: AcceptedFinding[];
}
