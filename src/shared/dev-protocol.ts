/** What the dev server tells the pages that it serves. */

/** Something to tell the author, as it is shown in the page. */
export interface DevDiagnostic {
  severity: 'error' | 'warning' | 'info';
  /** `CD` and three digits. */
  code: string;
  /** The page is whole without what it is about, such as a link that leads nowhere. */
  isSmall?: boolean;
  /** What happened and why. */
  text: string;
  /** Such as `docs/a.md:3:10`. */
  place?: string;
  /** Lines of the source around the place, plain text; a line of `^` marks what is meant in the line above it. */
  frame?: string;
  /** How to mend it. */
  notes: string[];
  /** Source-mapped stack, for code that threw. */
  stack?: string;
}

/** Id of the JSON script element that holds the {@link DevDiagnostic}s of a page; absent when nothing is wrong. */
export const DIAGNOSTICS_ID = 'site:diagnostics';
/** Paths of the script of a page that is being written and of its event stream, below the site's base. */
export const DEV_SCRIPT = '~dev/client.js';
export const DEV_EVENTS = '~dev/events';
/** The event of the stream: a page that was asked for may be another one now. */
export const UPDATE_EVENT = 'update';
