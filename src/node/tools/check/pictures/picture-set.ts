import type { PictureKey } from '../../../../shared/picture-review.ts';

/** Name of the file that describes a set of pictures, in the folder of the set. */
export const SET_FILE = 'set.json';

export const PICTURES_DIR = 'pictures';

export const SET_FORMAT = 1;

/** The environment in which pictures were taken. Only pictures of the same environment can be compared. */
export interface PictureIdentity {
  /** Name and version. */
  browser: string;
  flags: string[];
  fonts: string;
  platform: string;
}

export interface PictureInfo extends PictureKey {
  title?: string;
  route: string;
  /** Two pictures of this state differed, although nothing had changed. */
  unstable?: true;
}

export interface Picture extends PictureInfo {
  /** Path in the folder of the set, with forward slashes. */
  file: string;
}

export interface PictureSet {
  folder: string;
  identity: PictureIdentity;
  pictures: Picture[];
}

/** Sorts pictures by demo, state, width and color. The order does not depend on the language of the system. */
export function sortPictures<Key extends PictureKey>(pictures: readonly Key[]): Key[] {
  return [...pictures].sort(
    (one, other) =>
      compareText(one.demo, other.demo) ||
      compareText(one.state, other.state) ||
      one.width - other.width ||
      compareText(one.color, other.color),
  );
}

export function describePicture({ demo, state, width, color }: PictureKey): string {
  return `${demo}${state ? ` "${state}"` : ''} (${width} px, ${color})`;
}

/** Undefined if they are equal. Example: 'the browser is Chromium 151 instead of Chromium 150'. */
export function describeIdentityDifference(before: PictureIdentity, after: PictureIdentity): string | undefined {
  const flags = (one: PictureIdentity, other: PictureIdentity) =>
    one.flags.filter((flag) => !other.flags.includes(flag)).join(' ');
  const [added, removed] = [flags(after, before), flags(before, after)];
  const clauses = [
    before.browser !== after.browser && `the browser is ${after.browser} instead of ${before.browser}`,
    before.platform !== after.platform && `the platform is ${after.platform} instead of ${before.platform}`,
    before.fonts !== after.fonts && 'the installed fonts differ',
    added && `the browser also has the flags ${added}`,
    removed && `the browser no longer has the flags ${removed}`,
  ].filter((clause) => typeof clause === 'string' && clause !== '');
  return clauses.length > 0 ? clauses.join('; ') : undefined;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
