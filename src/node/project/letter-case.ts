/** How paths are spelt on the disk: a file system that ignores letter case finds a file by any spelling of its name. */
import path from 'node:path';
import { disk } from '../store/observe-reads.ts';

/** What is asked of the disk. */
interface Disk {
  exists(filePath: string): boolean;
  /** Names in a folder; none if it cannot be read. */
  names(folder: string): string[];
}

const DISK: Disk = {
  exists: (filePath) => disk.stat(filePath, { throwIfNoEntry: false }) !== undefined,
  names(folder) {
    try {
      return disk.readdir(folder) as string[];
    } catch {
      return [];
    }
  },
};

/**
 * Returns the path of an existing file as its names are written on the disk.
 *
 * @param filePath absolute
 */
export function spellingOf(filePath: string, { exists, names }: Disk = DISK): string {
  // Where letter case counts, there is no such file: nothing else has to be read.
  if (!exists(path.join(path.dirname(filePath), swapCase(path.basename(filePath))))) return filePath;
  const spell = (place: string): string => {
    const folder = path.dirname(place);
    if (folder === place) return place;
    const name = path.basename(place);
    const all = names(folder);
    const same = all.includes(name) ? name : all.find((other) => other.toLowerCase() === name.toLowerCase());
    return path.join(spell(folder), same ?? name);
  };
  return spell(filePath);
}

function swapCase(name: string): string {
  return Array.from(name, (sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase())).join('');
}
