import fs from 'node:fs/promises';
import path from 'node:path';
import { eachLimited } from '../../../base/files/each-limited.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { temporaryName } from '../../../base/files/temporary-name.ts';
import { listPictureFiles } from './parse-picture-set.ts';
import { pictureFile } from './picture-file.ts';
import {
  PICTURES_DIR,
  type Picture,
  type PictureIdentity,
  type PictureInfo,
  SET_FILE,
  SET_FORMAT,
  sortPictures,
} from './picture-set.ts';
import { readSetFile } from './read-picture-set.ts';

const LEFTOVER = /\.png\.[0-9a-f-]{36}\.tmp$/;

/** Images in memory at the same time. */
const AT_ONCE = 4;

interface StagedFile {
  temporary: string;
  file: string;
}

/**
 * Files that belong to no set stay; equal images are not written. New images go to temporary files first, then replace
 * the old ones by renaming. A crash at that moment leaves a set that is marked as unfinished, which {@link
 * readPictureSet} rejects.
 */
export async function writePictureSet<Info extends PictureInfo>(
  folder: string,
  { identity, pictures }: { identity: PictureIdentity; pictures: readonly Info[] },
  bytesOf: (picture: Info) => Uint8Array | Promise<Uint8Array>,
): Promise<void> {
  const before = await readSetFile(folder);
  const entries = sortPictures(pictures).map((info) => ({ info, picture: toPicture(info) }));
  const after = printSet({ identity, pictures: entries.map(({ picture }) => picture) });
  const staged: StagedFile[] = [];
  await fs.mkdir(path.join(folder, PICTURES_DIR), { recursive: true });
  try {
    await removeLeftovers(folder);
    await eachLimited(
      entries,
      async ({ info, picture }) => {
        const bytes = await bytesOf(info);
        const file = path.join(folder, picture.file);
        if (await hasContent(file, bytes)) return;
        const temporary = temporaryName(file);
        staged.push({ temporary, file });
        await fs.writeFile(temporary, bytes);
      },
      { limit: AT_ONCE },
    );
    const kept = new Set(entries.map(({ picture }) => picture.file));
    const obsolete = listPictureFiles(before ?? '').filter((file) => !kept.has(file));
    if (before === after && staged.length === 0) return;
    // The next call deletes the files that this list contains.
    const files = [...kept, ...obsolete].map((file) => ({ file }));
    await replaceFile(
      path.join(folder, SET_FILE),
      JSON.stringify({ format: SET_FORMAT, unfinished: true, pictures: files }),
    );
    for (const { temporary, file } of staged) await fs.rename(temporary, file);
    for (const file of obsolete) await fs.rm(path.join(folder, file), { force: true });
    await replaceFile(path.join(folder, SET_FILE), after);
  } finally {
    await eachLimited(staged, ({ temporary }) => fs.rm(temporary, { force: true }));
  }
}

function toPicture({ demo, title, route, state, width, color, unstable }: PictureInfo): Picture {
  const file = pictureFile({ demo, state, width, color });
  return {
    demo,
    ...(title !== undefined && { title }),
    route,
    state,
    width,
    color,
    file,
    ...(unstable && { unstable }),
  };
}

/** Prints one line for each picture, so that git shows a small difference. */
function printSet({ identity, pictures }: { identity: PictureIdentity; pictures: Picture[] }): string {
  const { browser, flags, fonts, platform } = identity;
  const lines = pictures.map((picture) => `\n    ${JSON.stringify(picture)}`);
  return `{
  "format": ${SET_FORMAT},
  "identity": ${JSON.stringify({ browser, flags, fonts, platform })},
  "pictures": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]
}
`;
}

async function removeLeftovers(folder: string): Promise<void> {
  const names = await fs.readdir(path.join(folder, PICTURES_DIR));
  const leftovers = names.filter((name) => LEFTOVER.test(name));
  await eachLimited(leftovers, (name) => fs.rm(path.join(folder, PICTURES_DIR, name), { force: true }));
}

async function hasContent(file: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return Buffer.compare(await fs.readFile(file), bytes) === 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
