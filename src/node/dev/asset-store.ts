import { hashOf } from '../base/hash.ts';

export type AssetContent = string | Uint8Array;

/** Older generations stay available for open tabs. */
export type AssetStore = ReturnType<typeof createAssetStore>;

const GENERATIONS = 3;

export function createAssetStore() {
  const generations = new Map<string, Set<string>[]>();
  /** Contents are bytes, because a page has megabytes of scripts, and a string takes two bytes per character. */
  const counts = new Map<string, { content: Uint8Array; uses: number }>();
  const versions = new Map<string, { hash: string; count: number }>();
  return {
    put(key: string, entries: Iterable<readonly [path: string, content: AssetContent]>): void {
      const files = new Map(entries);
      const known = generations.get(key) ?? [];
      const [latest] = known.slice(-1);
      // File names contain a hash, so equal names mean equal files.
      if (latest && latest.size === files.size && [...files.keys()].every((path) => latest.has(path))) return;
      for (const [path, content] of files) {
        const { content: same, uses } = counts.get(path) ?? { content: Buffer.from(content), uses: 0 };
        counts.set(path, { content: same, uses: uses + 1 });
      }
      known.push(new Set(files.keys()));
      generations.set(key, known);
      while (known.length > GENERATIONS) {
        for (const path of known.shift() ?? []) {
          const entry = counts.get(path);
          if (entry && --entry.uses === 0) counts.delete(path);
        }
      }
    },
    get: (path: string): Uint8Array | undefined => counts.get(path)?.content,
    /**
     * Returns a number that grows whenever the text of `key` changes. A text that is replaced and later restored gets a
     * new number, so its script gets a new name.
     */
    versionOf(key: string, text: string): number {
      const last = versions.get(key);
      const hash = hashOf(text);
      const version = last?.hash === hash ? last : { hash, count: (last?.count ?? 0) + 1 };
      versions.set(key, version);
      return version.count;
    },
  };
}
