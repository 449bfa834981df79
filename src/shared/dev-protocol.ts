export interface DevDiagnostic {
  severity: 'error' | 'warning' | 'info';
  /** `CD` and three digits. */
  code: string;
  /** True if the rest of the page is intact, as with a broken link. */
  isSmall?: boolean;
  text: string;
  /** Location, such as `docs/a.md:3:10`. */
  place?: string;
  /** Source lines around the location, as plain text. A line of `^` marks text in the line above. */
  frame?: string;
  /** How to fix the problem. */
  notes: string[];
  /** Source-mapped stack, for code that threw. */
  stack?: string;
}

/** Id of the JSON script element with the {@link DevDiagnostic}s of a page; absent if there are none. */
export const DIAGNOSTICS_ID = 'site:diagnostics';
/** Element that shows the errors of the site in front of a page. */
export const OVERLAY_TAG = 'cascader-docs-errors';
/** Path of the client script of `dev`, under the site's base. `DEV_EVENTS` is the path of its event stream. */
export const DEV_SCRIPT = '~dev/client.js';
export const DEV_EVENTS = '~dev/events';
/** Event of the stream: a requested page may have changed. */
export const UPDATE_EVENT = 'update';
