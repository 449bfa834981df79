import type { ScreenshotKey } from '../../../../shared/screenshot-review.ts';
import { contentHash } from '../../../base/hash.ts';

/** Folder of the images, in the folder of a set. */
export const SCREENSHOTS_DIR = 'screenshots';

/** Longest text that is part of a file name. Longer ones are cut, and get a hash. */
const MAX_LENGTH = 60;

/** Text that is unchanged in a file name. */
const PLAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Paths that {@link screenshotFile} returns. A file with such a path is in the folder of screenshots on every system. */
const SCREENSHOT_FILE = new RegExp(`^${SCREENSHOTS_DIR}/[a-z0-9~_-]+\\.png$`);

/**
 * Depends on the key alone, so that git shows a changed screenshot as a change of one file. Different keys have different
 * paths, also on systems that ignore case. Underscores keep names such as `con` from being reserved by Windows.
 */
export function screenshotFile({ demo, state, width, color }: ScreenshotKey): string {
  const parts = [slugOf(demo), ...(state === '' ? [] : [slugOf(state)]), width, color];
  return `${SCREENSHOTS_DIR}/${parts.join('_')}.png`;
}

/** Returns true if a path of a set file is safe to read, write and delete. */
export function isScreenshotFile(file: unknown): file is string {
  return typeof file === 'string' && SCREENSHOT_FILE.test(file);
}

function slugOf(text: string): string {
  if (PLAIN.test(text) && text.length <= MAX_LENGTH) return text;
  const slug = text
    .normalize('NFKD')
    // Accents.
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  return `${slug}~${contentHash(text)}`;
}
