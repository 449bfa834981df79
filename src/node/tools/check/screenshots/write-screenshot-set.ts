import fs from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../base/errors.ts';
import { eachLimited } from '../../../base/files/each-limited.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { readSetFile } from './read-screenshot-set.ts';
import {
  parseScreenshotSet,
  printScreenshotSet,
  SCREENSHOTS_DIR,
  type ScreenshotIdentity,
  type ScreenshotInfo,
  SET_FILE,
  screenshotFile,
  sortScreenshots,
} from './screenshot-set.ts';

/** Folder for new images until all are written, inside the folder of the set. */
const NEW_DIR = 'new-screenshots';

/** Maximum number of images in memory at the same time. */
const AT_ONCE = 4;

/**
 * Writes a set. Files that do not belong to a set remain, and equal images are not written. The old set remains until all new images are
 * written. While new images replace old images, there is no set file, so an incomplete set is never used.
 */
export async function writeScreenshotSet<Info extends ScreenshotInfo>(
  folder: string,
  { identity, screenshots }: { identity: ScreenshotIdentity; screenshots: readonly Info[] },
  bytesOf: (screenshot: Info) => Uint8Array | Promise<Uint8Array>,
): Promise<void> {
  const entries = sortScreenshots(screenshots).map((info) => ({
    info,
    screenshot: { ...info, file: screenshotFile(info) },
  }));
  const kept = new Set(entries.map(({ screenshot }) => screenshot.file));
  const obsolete = (await listFiles(folder)).filter((file) => !kept.has(file));
  const staged = path.join(folder, NEW_DIR);
  await fs.rm(staged, { recursive: true, force: true });
  await fs.mkdir(path.join(staged, SCREENSHOTS_DIR), { recursive: true });
  await fs.mkdir(path.join(folder, SCREENSHOTS_DIR), { recursive: true });
  try {
    await eachLimited(
      entries,
      async ({ info, screenshot: { file } }) => {
        const bytes = await bytesOf(info);
        if (!(await hasContent(path.join(folder, file), bytes))) await fs.writeFile(path.join(staged, file), bytes);
      },
      { limit: AT_ONCE },
    );
    await fs.rm(path.join(folder, SET_FILE), { force: true });
    for (const name of await fs.readdir(path.join(staged, SCREENSHOTS_DIR)))
      await fs.rename(path.join(staged, SCREENSHOTS_DIR, name), path.join(folder, SCREENSHOTS_DIR, name));
    for (const file of obsolete) await fs.rm(path.join(folder, file), { force: true });
    const text = printScreenshotSet({ identity, screenshots: entries.map(({ screenshot }) => screenshot) });
    await replaceFile(path.join(folder, SET_FILE), text);
  } finally {
    await fs.rm(staged, { recursive: true, force: true });
  }
}

/** Returns the images of the old set, or none if the set's file is damaged. */
async function listFiles(folder: string): Promise<string[]> {
  const text = await readSetFile(folder);
  try {
    return text === undefined ? [] : parseScreenshotSet(text).screenshots.map(({ file }) => file);
  } catch {
    // If the file is damaged, nothing is known about the screenshots.
    return [];
  }
}

async function hasContent(file: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return Buffer.compare(await fs.readFile(file), bytes) === 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
