import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderContents {
  /** Absolute paths of regular files, in code-unit order. */
  files: string[];
  /** Entries that are neither file nor folder, and so are never opened: links, pipes, sockets, devices. */
  skipped: { filePath: string; kind: string }[];
}

/**
 * A folder that does not exist is empty. Symbolic links are not followed: they could leave the project or form cycles.
 */
export async function walkFiles(
  dir: string,
  enter: (name: string, filePath: string) => boolean,
): Promise<FolderContents> {
  const contents: FolderContents = { files: [], skipped: [] };
  const visit = async (folder: string): Promise<void> => {
    const below: Promise<void>[] = [];
    for (const entry of await entriesOf(folder)) {
      const filePath = join(folder, entry.name);
      if (!enter(entry.name, filePath)) continue;
      if (entry.isDirectory()) below.push(visit(filePath));
      else if (entry.isFile()) contents.files.push(filePath);
      else contents.skipped.push({ filePath, kind: kindOf(entry) });
    }
    await Promise.all(below);
  };
  await visit(dir);
  contents.files.sort();
  contents.skipped.sort((a, b) => (a.filePath < b.filePath ? -1 : 1));
  return contents;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function kindOf(entry: Dirent): string {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (entry.isFIFO()) return 'named pipe';
  return entry.isSocket() ? 'socket' : 'device';
}
