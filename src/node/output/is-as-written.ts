import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { parseWorkName } from '../base/files/work-names.ts';
import { hashOf } from '../base/hash.ts';
import { foldersIn } from '../base/output-paths.ts';
import { disk } from '../store/observe-reads.ts';
import { identityOf, type NotedFile, type OutputStates } from '../store/output-states.ts';

/**
 * Returns whether an output folder has exactly the files of a build, byte for byte. Top-level entries of others are ignored.
 *
 * Returns false if a build is writing to the folder or was stopped while writing. If files were read, their states are recorded,
 * so that the next check can skip them.
 */
export function isAsWritten(outDir: string, contents: ReadonlyMap<string, string>, states: OutputStates): boolean {
  const folders = foldersIn(contents.keys());
  let count = 0;
  let hasRead = false;
  const found = new Map<string, NotedFile>();
  const hashAt = (name: string): string => {
    const file = path.join(outDir, name);
    const stats = disk.lstat(file, { bigint: true }) as BigIntStats;
    const noted = states.hashOf(name, stats);
    hasRead ||= noted === undefined;
    const hash = noted ?? hashOf(disk.readFile(file));
    found.set(name, { hash, identity: identityOf(stats) });
    return hash;
  };
  const isSameFolder = (folder: string): boolean =>
    disk.readdir(path.join(outDir, folder), { withFileTypes: true }).every((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const known = contents.get(name);
      if (known === undefined && !folders.has(name))
        return folder === '' && parseWorkName(outDir, entry.name) === undefined;
      if (entry.isDirectory()) return folders.has(name) && isSameFolder(name);
      count++;
      return entry.isFile() && hashAt(name) === known;
    });
  try {
    const beside = disk.readdir(path.dirname(outDir));
    if (beside.some((name) => parseWorkName(outDir, name) !== undefined)) return false;
    if (!isSameFolder('') || count !== contents.size) return false;
    if (hasRead) states.note(found);
    return true;
  } catch {
    // An entry is missing or cannot be read.
    return false;
  }
}
