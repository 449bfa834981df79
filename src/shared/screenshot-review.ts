export type ScreenshotColor = 'light' | 'dark';

export interface ScreenshotKey {
  demo: string;
  /** Name of the demo's state; empty for the initial state. */
  state: string;
  /** Width of the viewport in pixels. */
  width: number;
  color: ScreenshotColor;
}

export function screenshotKey({ demo, state, width, color }: ScreenshotKey): string {
  return JSON.stringify([demo, state, width, color]);
}

export interface AcceptedScreenshot extends ScreenshotKey {
  /** Hash of the new screenshot; of the old one if it was removed. An entry is valid only for this screenshot. */
  digest: string;
}

/**
 * Screenshots of an unstable demo differ each time they are taken, so a difference does not indicate a change of the code.
 */
export type ScreenshotKind = 'changed' | 'added' | 'removed' | 'unstable' | 'unchanged';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ScreenshotChange {
  pixels: number;
  /** Smallest rectangle that contains all changed pixels. */
  box: Box;
  /** Mean difference in the 16x16 window that differs most, from 0 to 255. */
  worst: number;
  /** True if the change is hardly visible. */
  isSlight: boolean;
}

export interface ReviewImage {
  src: string;
  width: number;
  height: number;
}

export interface ReviewEntry extends ScreenshotKey {
  kind: ScreenshotKind;
  title?: string;
  route: string;
  /** Undefined for added screenshots, and for unchanged ones, which have only `after`. */
  before?: ReviewImage;
  /** Undefined for removed screenshots. */
  after?: ReviewImage;
  difference?: ReviewImage;
  change?: ScreenshotChange;
  /** Value of {@link AcceptedScreenshot.digest}; undefined for screenshots that cannot be accepted. */
  digest?: string;
}

export const REVIEW_ID = 'review';

export const REVIEW_DATA_ID = 'review-data';

/** Name of the accept list that the review page saves. */
export const ACCEPT_LIST = 'accepted.json';
