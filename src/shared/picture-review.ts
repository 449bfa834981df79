export type PictureColor = 'light' | 'dark';

export interface PictureKey {
  demo: string;
  /** Name of the demo's state; empty for the initial state. */
  state: string;
  /** Width of the viewport in pixels. */
  width: number;
  color: PictureColor;
}

export function pictureKey({ demo, state, width, color }: PictureKey): string {
  return JSON.stringify([demo, state, width, color]);
}

export interface AcceptedPicture extends PictureKey {
  /** Hash of the new picture; of the old one if it was removed. An entry is valid only for this picture. */
  digest: string;
}

/**
 * The pictures of an unstable demo differ each time that they are taken, so a difference says nothing about the code.
 */
export type PictureKind = 'changed' | 'added' | 'removed' | 'unstable' | 'unchanged';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PictureChange {
  pixels: number;
  /** Smallest rectangle that contains all of them. */
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

export interface ReviewEntry extends PictureKey {
  kind: PictureKind;
  title?: string;
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

export const REVIEW_ID = 'review';

export const REVIEW_DATA_ID = 'review-data';

/** Name of the accept list that the review page saves. */
export const ACCEPT_LIST = 'accepted.json';
