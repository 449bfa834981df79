/** Contract between `check --pictures` and the script of its review page: the data in the page, and the accept list. */

/** Color scheme of a picture. */
export type PictureColor = 'light' | 'dark';

/** Identifies a picture in a set. */
export interface PictureKey {
  /** Id of the demo. */
  demo: string;
  /** Name of the demo's state; empty for the initial state. */
  state: string;
  /** Width of the viewport in pixels. */
  width: number;
  color: PictureColor;
}

/** Returns the key as a string. */
export function pictureKey({ demo, state, width, color }: PictureKey): string {
  return JSON.stringify([demo, state, width, color]);
}

/** Entry of an accept list. */
export interface AcceptedPicture extends PictureKey {
  /** Hash of the new picture; of the old one if it was removed. An entry is valid only for this picture. */
  digest: string;
}

/**
 * Result for one picture. The pictures of an unstable demo differ each time that they are taken, so a difference says
 * nothing about the code.
 */
export type PictureKind = 'changed' | 'added' | 'removed' | 'unstable' | 'unchanged';

/** A rectangle, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much a picture has changed. */
export interface PictureChange {
  /** Number of pixels that differ. */
  pixels: number;
  /** Smallest rectangle that contains all of them. */
  box: Box;
  /** Mean difference in the 16x16 window that differs most, from 0 to 255. */
  worst: number;
  /** True if the change is hardly visible. */
  isSlight: boolean;
}

/** An image file of the review page. */
export interface ReviewImage {
  /** Address relative to the page. */
  src: string;
  width: number;
  height: number;
}

/** A picture on the review page. */
export interface ReviewEntry extends PictureKey {
  kind: PictureKind;
  /** Title of the demo. */
  title?: string;
  /** Route of the page that embeds the demo. */
  route: string;
  /** Undefined for added pictures, and for unchanged ones, which have only `after`. */
  before?: ReviewImage;
  /** Undefined for removed pictures. */
  after?: ReviewImage;
  difference?: ReviewImage;
  change?: PictureChange;
  /** Value of {@link AcceptedPicture.digest}; undefined for pictures that cannot be accepted. */
  digest?: string;
}

/** Id of the element in which the script builds the page. */
export const REVIEW_ID = 'review';

/** Id of the element that contains the {@link ReviewEntry} list as JSON. */
export const REVIEW_DATA_ID = 'review-data';

/** Name of the accept list that the review page saves. */
export const ACCEPT_LIST = 'accepted.json';
