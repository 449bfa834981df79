/** Contents of output files in packs, by hash, for a build without the last output, for example in a fresh checkout. */
import { hashOf } from '../base/hash.ts';
import { type CacheLocation, MOST_BYTES } from './entry-files.ts';
import { type Packed, readPacked, readPackIndex } from './pack.ts';
import { beginPack, listPacks, type NewPack, packsToMerge } from './pack-files.ts';

/** Location of a file's content in a pack. */
type PackedContent = [offset: number, bytes: number];

/** Opens the packs of a cache. They are read at the first lookup. */
export function createPackedContents(location: CacheLocation) {
  const most = (location.most ?? MOST_BYTES) / 2;
  let index: Map<string, Packed> | undefined;
  const known = (): Map<string, Packed> => {
    index ??= readPacks(location);
    return index;
  };

  /** Copies contents of older packs into the new one, if there are many packs. Returns the packs that it replaces. */
  const absorb = (pack: NewPack<PackedContent>, used: ReadonlySet<string>): string[] => {
    const contents = pack.index;
    const sizeOf = (hash: string): number => known().get(hash)?.bytes ?? 0;
    const needed = [...used].reduce((sum, hash) => sum + sizeOf(hash), pack.bytes);
    const old = packsToMerge(listPacks(location, 'contents'), needed);
    // Contents of other branches are kept for a while, the newest first.
    const entries = [...known()].reverse().filter(([, { file }]) => old.includes(file));
    let others = 0;
    for (const [hash, packed] of [...entries.filter(([hash]) => used.has(hash)), ...entries]) {
      const isUsed = used.has(hash);
      if (contents.has(hash) || (!isUsed && others + packed.bytes > needed)) continue;
      if (!isUsed) others += packed.bytes;
      const bytes = readPacked(packed);
      if (bytes) contents.set(hash, [pack.add(bytes), bytes.length]);
    }
    return old;
  };
  return {
    has: (hash: string): boolean => known().has(hash),
    /** Returns undefined if the content is missing or damaged. */
    read(hash: string): Buffer | undefined {
      const packed = known().get(hash);
      const bytes = packed && readPacked(packed);
      if (bytes && hashOf(bytes) === hash) return bytes;
      known().delete(hash);
      return undefined;
    },
    /**
     * Begins a pack for the contents that no other pack has. Contents that cannot be written are not cached.
     *
     * @param expected maximum bytes of the contents; nothing is stored if they exceed half of the cache limit
     */
    begin(expected: number) {
      let pack: NewPack<PackedContent> | undefined;
      let isGivenUp = expected > most;
      const giveUp = (): void => {
        isGivenUp = true;
        pack?.abandon();
        pack = undefined;
      };
      return {
        add(hash: string, content: Buffer): void {
          if (isGivenUp || known().has(hash) || pack?.index.has(hash)) return;
          try {
            pack ??= beginPack(location, 'contents');
            if (!pack) giveUp();
            else pack.index.set(hash, [pack.add(content), content.length]);
          } catch {
            // The disk is full, or the folder is not writable: the next build renders the missing files.
            giveUp();
          }
        },
        /** @param used hashes of all files of the site */
        end(used: ReadonlySet<string>): void {
          try {
            pack?.finish(absorb(pack, used));
          } catch {
            giveUp();
          }
          index = undefined;
        },
      };
    },
  };
}

/** Returns the locations of all packed contents, by hash. */
function readPacks(location: CacheLocation): Map<string, Packed> {
  // If two packs have the same content, the newer one is used, because the older may be damaged.
  return new Map(
    listPacks(location, 'contents').flatMap(({ file }) => {
      const found = readPackIndex(file);
      const contents = (found instanceof Map ? found : new Map()) as Map<string, PackedContent>;
      return Array.from(contents, ([hash, [offset, bytes]]): [string, Packed] => [hash, { file, offset, bytes }]);
    }),
  );
}
