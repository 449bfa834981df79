import type { Location } from '../../base/diagnostics/diagnostic.ts';

/** Where a finding was made: while building, in the demo's page, on its page of its own, in its export, in the baseline. */
export type FindingPlace = 'build' | 'page' | 'alone' | 'export' | 'baseline';

/** Something that is wrong with a demo, or with a page as a whole. */
export interface Finding {
  /**
   * `console-error`, `console-warning`, `uncaught`, `unhandled-rejection`, `hydration`, `crash`, `not-started`,
   * `lost-page`, `export-files`, `export-bundle`, `export-empty`, `stale-baseline`, a build warning's code, or `axe/<rule of axe>`.
   */
  rule: string;
  place: FindingPlace;
  /** What happened. The first line says it; further ones are details. */
  message: string;
  /** The element that is wrong: a CSS selector, seen from the demo's own root. */
  target?: string;
  /** In a source file, relative to the site's root; what was found in an export is in a file of the export. */
  location?: Pick<Location, 'file' | 'line' | 'column'>;
  /** What to do about it, in the words of the tool that found it. */
  details?: string;
  /** Address of an explanation. */
  help?: string;
}

/** A finding that the baseline has an entry for. */
export interface AcceptedFinding extends Finding {
  /** Why it stays, in the words of the baseline. */
  reason: string;
}

/** A demo to check. */
export interface CheckedDemo {
  id: string;
  title?: string;
  /** Source path relative to the site's root; a fenced demo has that of its page. */
  file: string;
  /** Route of the page that embeds it, without base. */
  route: string;
}

/** What {@link check} says of one demo. */
export interface DemoReport extends CheckedDemo {
  findings: Finding[];
  /** Findings that the baseline has an entry for. */
  accepted: AcceptedFinding[];
  /** Path of its picture in the report's folder; absent when it could not be taken. */
  screenshot?: string;
}

/** What belongs to no single demo: the shell of a page, the baseline, or what all demos share. */
export interface OtherReport {
  /** Route of the page, name of the file, or `all 12 demos`. */
  subject: string;
  /** Number of the demos that share the findings; absent for what belongs to no demo. */
  demos?: number;
  findings: Finding[];
}
