/** Content of an output that has been made. */
export type AssetContent = string | Uint8Array;

/** Files named by their content, by output path. Of what changes, the last few generations stay for open tabs. */
export interface AssetStore {
  /** Adds the files that belong together under a key, as the latest generation of it. */
  put(key: string, files: Iterable<readonly [path: string, content: AssetContent]>): void;
  get(path: string): AssetContent | undefined;
  /**
   * Number of a text among those that were the latest of a key; a text that comes back has another one than before. What
   * is made of it can be told from what it was.
   */
  versionOf(key: string, text: string): number;
}

/** Generations that are kept of each key. */
const GENERATIONS = 3;

/** Creates an empty store. */
export function createAssetStore(): AssetStore {
  const generations = new Map<string, Map<string, AssetContent>[]>();
  const counts = new Map<string, { content: AssetContent; uses: number }>();
  const versions = new Map<string, { text: string; count: number }>();
  return {
    put(key, entries) {
      const files = new Map(entries);
      const known = generations.get(key) ?? [];
      const [latest] = known.slice(-1);
      // The same files again, which have the same names.
      if (latest && latest.size === files.size && [...files.keys()].every((path) => latest.has(path))) return;
      for (const [path, content] of files) counts.set(path, { content, uses: (counts.get(path)?.uses ?? 0) + 1 });
      known.push(files);
      generations.set(key, known);
      while (known.length > GENERATIONS) {
        for (const path of known.shift()?.keys() ?? []) {
          const entry = counts.get(path);
          if (entry && --entry.uses === 0) counts.delete(path);
        }
      }
    },
    get: (path) => counts.get(path)?.content,
    versionOf(key, text) {
      const last = versions.get(key);
      const version = last?.text === text ? last : { text, count: (last?.count ?? 0) + 1 };
      versions.set(key, version);
      return version.count;
    },
  };
}
