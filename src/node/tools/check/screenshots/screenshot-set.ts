import { z } from 'zod';
import type { AcceptedScreenshot, ScreenshotKey } from '../../../../shared/screenshot-review.ts';
import { contentHash } from '../../../base/hash.ts';

/** Name of the file that describes a set of screenshots, in the folder of the set. */
export const SET_FILE = 'set.json';

const KEY = {
  demo: z.string().min(1),
  state: z.string(),
  width: z.int().positive(),
  color: z.enum(['light', 'dark']),
};

/** Environment in which screenshots were taken. Only screenshots from the same environment can be compared. */
const IDENTITY = z.object({
  /** Name and version of the browser. */
  browser: z.string(),
  flags: z.array(z.string()),
  fonts: z.string(),
  platform: z.string(),
});

const SCREENSHOT = z.object({
  demo: KEY.demo,
  title: z.string().optional(),
  route: z.string(),
  state: KEY.state,
  width: KEY.width,
  color: KEY.color,
  /** Path of the image in the folder of the set, with forward slashes. */
  file: z.string().refine(isScreenshotFile, 'not the path of a screenshot'),
  /** True if two screenshots of this state differed although nothing had changed. */
  unstable: z.literal(true).optional(),
});

const SET = z.object({ format: z.literal(1), identity: IDENTITY, screenshots: z.array(SCREENSHOT) });

const ACCEPT_LIST = z.array(z.object({ ...KEY, digest: z.string() }));

export type ScreenshotIdentity = z.infer<typeof IDENTITY>;

export type Screenshot = z.infer<typeof SCREENSHOT>;

export type ScreenshotInfo = Omit<Screenshot, 'file'>;

export interface ScreenshotSet {
  folder: string;
  identity: ScreenshotIdentity;
  screenshots: Screenshot[];
}

/** Parses the file of a set. Throws an Error that describes the first mistake. */
export function parseScreenshotSet(text: string): Omit<ScreenshotSet, 'folder'> {
  const { identity, screenshots } = parseJson(text, SET);
  return { identity, screenshots };
}

/** Prints the file of a set with one line for each screenshot, so that differences in git are small. */
export function printScreenshotSet({ identity, screenshots }: Omit<ScreenshotSet, 'folder'>): string {
  const lines = screenshots.map((screenshot) => `\n    ${JSON.stringify(SCREENSHOT.parse(screenshot))}`);
  return `{
  "format": 1,
  "identity": ${JSON.stringify(IDENTITY.parse(identity))},
  "screenshots": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]
}
`;
}

/** Parses a list that the review page has saved. Throws an Error that describes the first mistake. */
export function parseAcceptList(text: string): AcceptedScreenshot[] {
  return parseJson(text, ACCEPT_LIST);
}

function parseJson<Value>(text: string, schema: z.ZodType<Value>): Value {
  const { data, error } = schema.safeParse(JSON.parse(text));
  const [issue] = error?.issues ?? [];
  if (issue) throw new Error(`${issue.path.length > 0 ? `\`${issue.path.join('.')}\`: ` : ''}${issue.message}`);
  return data as Value;
}

/** Sorts screenshots by demo, state, width and color. The order does not depend on the system language. */
export function sortScreenshots<Key extends ScreenshotKey>(screenshots: readonly Key[]): Key[] {
  return [...screenshots].sort(
    (one, other) =>
      compareText(one.demo, other.demo) ||
      compareText(one.state, other.state) ||
      one.width - other.width ||
      compareText(one.color, other.color),
  );
}

export function describeScreenshot({ demo, state, width, color }: ScreenshotKey): string {
  return `${demo}${state ? ` "${state}"` : ''} (${width} px, ${color})`;
}

/** Returns undefined if the environments are equal. Example of a result: 'the browser is Chromium 151 instead of Chromium 150'. */
export function describeIdentityDifference(before: ScreenshotIdentity, after: ScreenshotIdentity): string | undefined {
  const flags = (one: ScreenshotIdentity, other: ScreenshotIdentity) =>
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

/** Folder for the images, inside the folder of a set. */
export const SCREENSHOTS_DIR = 'screenshots';

/** Maximum length of a text in a file name. A longer text is cut off and gets a hash. */
const MAX_LENGTH = 60;

/** Matches text that is used unchanged in a file name. */
const PLAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Matches the paths that {@link screenshotFile} returns. On every system, such a file is in the folder of screenshots. */
const SCREENSHOT_FILE = new RegExp(`^${SCREENSHOTS_DIR}/[a-z0-9~_-]+\\.png$`);

/**
 * Returns a path that depends only on the key, so that git shows a changed screenshot as a change to one file. Different keys have
 * different paths, even on systems that ignore case. Underscores avoid names that Windows reserves, such as `con`.
 */
export function screenshotFile({ demo, state, width, color }: ScreenshotKey): string {
  const parts = [slugOf(demo), ...(state === '' ? [] : [slugOf(state)]), width, color];
  return `${SCREENSHOTS_DIR}/${parts.join('_')}.png`;
}

/** Returns true if a path in a set file is safe to read, write and delete. */
export function isScreenshotFile(file: unknown): file is string {
  return typeof file === 'string' && SCREENSHOT_FILE.test(file);
}

function slugOf(text: string): string {
  if (PLAIN.test(text) && text.length <= MAX_LENGTH) return text;
  const slug = text
    .normalize('NFKD')
    // Removes accents.
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  return `${slug}~${contentHash(text)}`;
}
