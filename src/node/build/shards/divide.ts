import path from 'node:path';
import { startHash } from '../../base/hash.ts';

/** Folders are kept together if there are at least this many per shard. */
const ENOUGH = 64;
/** With at least this many pages per shard, no shard is larger than {@link MOST} times the average. */
const MANY = 100;
const MOST = 1.3;

/** Pages that are kept together: a folder, or a single page. */
interface Unit {
  name: string;
  pages: number;
  hash: number;
}

/**
 * Returns the shard of each page, counted from 0. If there are many folders and none is large, all pages of a folder are in one
 * shard. The shard depends on the hash of the name of the page or folder, so a new page moves no other page. If a shard would be
 * too large, the pages or folders with the greatest hashes go to the next shard that has room.
 */
export function divide(sourcePaths: string[], count: number): number[] {
  const folders = countBy(sourcePaths, path.posix.dirname);
  const average = sourcePaths.length / count;
  const byFolder = folders.size >= count * ENOUGH && [...folders.values()].every((pages) => pages * 4 <= average);
  const nameOf = byFolder ? path.posix.dirname : (file: string) => file;
  const units = Array.from(byFolder ? folders : countBy(sourcePaths, nameOf), ([name, pages]): Unit => {
    return { name, pages, hash: startHash().update(name).digest().readUInt32BE() };
  });
  const shards = placeUnits(units, count, average < MANY ? Number.POSITIVE_INFINITY : average * MOST);
  return sourcePaths.map((file) => shards.get(nameOf(file)) ?? 0);
}

function countBy(sourcePaths: string[], nameOf: (file: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of sourcePaths) counts.set(nameOf(file), (counts.get(nameOf(file)) ?? 0) + 1);
  return counts;
}

/** Returns the shard of each unit by its name. No shard gets more than `most` pages. */
function placeUnits(units: Unit[], count: number, most: number): Map<string, number> {
  const shards = new Map<string, number>();
  const sizes = new Array<number>(count).fill(0);
  const hasRoom = (shard: number, { pages }: Unit): boolean => (sizes[shard] ?? 0) + pages <= most;
  const place = (shard: number, { name, pages }: Unit): void => {
    shards.set(name, shard);
    sizes[shard] = (sizes[shard] ?? 0) + pages;
  };
  const left: Unit[] = [];
  for (const unit of units.toSorted((one, other) => one.hash - other.hash || (one.name < other.name ? -1 : 1))) {
    const shard = unit.hash % count;
    if (hasRoom(shard, unit)) place(shard, unit);
    else left.push(unit);
  }
  for (const unit of left) {
    let shard = (unit.hash + 1) % count;
    // Terminates: a shard of average size has room for any unit.
    while (!hasRoom(shard, unit)) shard = (shard + 1) % count;
    place(shard, unit);
  }
  return shards;
}
