import path from 'node:path';
import { disk, hashOf } from '../cache/observe-reads.ts';
import { parseWorkName } from './work-names.ts';

/**
 * Whether an output folder has exactly the files of a build, byte for byte, but for entries at its top that are not ours, and
 * nobody is writing it or was stopped while writing.
 */
export function isAsWritten(outDir: string, contents: ReadonlyMap<string, string>): boolean {
  const folders = new Set<string>();
  for (const file of contents.keys())
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      folders.add(file.slice(0, end));
  let count = 0;
  const isSame = (folder: string): boolean =>
    disk.readdir(path.join(outDir, folder), { withFileTypes: true }).every((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const known = contents.get(name);
      if (known === undefined && !folders.has(name))
        return folder === '' && parseWorkName(outDir, entry.name) === undefined;
      if (entry.isDirectory()) return folders.has(name) && isSame(name);
      count++;
      return entry.isFile() && hashOf(disk.readFile(path.join(outDir, name))) === known;
    });
  try {
    const beside = disk.readdir(path.dirname(outDir));
    if (beside.some((name) => parseWorkName(outDir, name) !== undefined)) return false;
    return isSame('') && count === contents.size;
  } catch {
    // Something is not there, or not to be read.
    return false;
  }
}
