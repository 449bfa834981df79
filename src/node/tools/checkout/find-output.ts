import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../base/files/paths.ts';

/** Output folders of common tools, relative to the folder of the site. */
export const OUTPUT_FOLDERS = [
  ...['dist', 'docs-dist', 'build', 'out', 'site', '_site', 'public', '.doc', 'doc_build', 'storybook-static'],
  ...['docs/dist', 'docs/build', 'docs/.vitepress/dist', '.vitepress/dist', 'website/build'],
];

/** The home page must be newer than `since` (milliseconds since the epoch), because the site may be committed. */
export async function findOutput(
  root: string,
  { names, top, since }: { names: readonly string[]; top: string; since: number },
): Promise<string | undefined> {
  for (const name of names) {
    const folder = path.resolve(root, name);
    const stats = await fs.stat(path.join(folder, 'index.html')).catch(() => undefined);
    // The times of some file systems have steps of two seconds.
    if (stats && stats.mtimeMs > since - 2000 && isInside(top, folder)) return folder;
  }
  return undefined;
}
