import fs from 'node:fs';
import path from 'node:path';

interface Disk {
  exists(filePath: string): boolean;
  /** Returns the names in a folder. Empty if it cannot be read. */
  names(folder: string): string[];
}

const DISK: Disk = {
  exists: (filePath) => fs.statSync(filePath, { throwIfNoEntry: false }) !== undefined,
  names(folder) {
    try {
      return fs.readdirSync(folder);
    } catch {
      return [];
    }
  },
};

/** Returns a path (absolute) with the letter case that it has on the disk. */
export function spellingOf(filePath: string, { exists, names }: Disk = DISK): string {
  // On a case-sensitive file system, the path with swapped case does not exist, so no folder must be read.
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
