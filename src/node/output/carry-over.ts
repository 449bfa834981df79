import { chmod, constants, copyFile, link, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates folders and hard-links files, so a `.git` of any size costs almost nothing, and a failure loses nothing. */
export async function carryOver(name: string, from: string, to: string): Promise<void> {
  const source = join(from, name);
  const target = join(to, name);
  const stats = await lstat(source);
  if (stats.isDirectory()) {
    await mkdir(target);
    for (const entry of await readdir(source)) await carryOver(entry, source, target);
    await chmod(target, stats.mode);
  } else if (stats.isSymbolicLink()) {
    await symlink(await readlink(source), target);
  } else {
    // Some file systems have no hard links, and some systems forbid links to files of other users.
    await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_EXCL));
  }
}
