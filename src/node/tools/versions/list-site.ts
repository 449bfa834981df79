/** Lists the files of a built site that is to be sealed. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { describeConflict } from '../../base/diagnostics/codes/output.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { shownPath } from '../../base/files/paths.ts';
import { MARKER } from '../../base/marker.ts';
import { findNameConflicts } from '../../base/output-paths.ts';
import { isPrivatePath } from '../../project/private-names.ts';
import { MOST_FILES } from '../../project/versions/check-tree.ts';

/** Files of a built site. */
export interface BuiltFiles {
  /** Absolute path of the folder. */
  folder: string;
  /** Paths relative to it, sorted. */
  paths: string[];
  /** This tool built the site. */
  isOurs: boolean;
}

/**
 * Lists the files in a folder.
 *
 * @throws DiagnosticError with exit code 2 if the folder has links, special files, or names that cannot be published
 */
export async function listSite(folder: string, cwd: string): Promise<BuiltFiles> {
  const paths: string[] = [];
  const shown = shownPath(cwd, folder);
  const walk = async (below: string): Promise<void> => {
    for (const entry of await fs.readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (isPrivatePath(name))
        throw failure(2, 'version-source-refused', { case: 'private', folder: shown, path: name });
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile()) paths.push(name);
      else
        throw failure(2, 'version-source-refused', {
          case: entry.isSymbolicLink() ? 'link' : 'special',
          folder: shown,
          path: name,
        });
      if (paths.length > MOST_FILES + 1)
        throw failure(2, 'version-source-refused', { case: 'too-many', folder: shown, most: MOST_FILES });
    }
  };
  await walk('');
  const own = paths.filter((name) => name !== MARKER).sort();
  if (!own.some((name) => name.endsWith('.html')))
    throw failure(2, 'version-source-refused', { case: 'no-site', folder: shown });
  const [conflict] = findNameConflicts(own);
  if (conflict) {
    const data = { case: 'name', folder: shown, reason: describeConflict(conflict) } as const;
    throw failure(2, 'version-source-refused', data);
  }
  return { folder, paths: own, isOurs: own.length < paths.length };
}
