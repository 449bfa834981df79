import type { LastIndexes } from '../../search/create-search-index.ts';
import type { StoredIndex } from '../../search/large-index.ts';
import type { Contents } from '../../store/contents.ts';
import type { EntryLog } from '../../store/entry-log.ts';
import { toolHash } from '../../store/tool-files.ts';

/** Name of the task in the store. */
const TASK = 'search';

/**
 * Opens the search indexes of the last build in the store.
 *
 * @param files output files of this build; reused files are added
 */
export function openLastIndexes(
  entries: EntryLog,
  { contents, folder, files }: { contents: Contents; folder: string; files: Map<string, number> },
): LastIndexes {
  const key = toolHash();
  return {
    find(locale) {
      const entry = entries.find(TASK, locale).find((found) => found.key === key);
      return entry?.read() as StoredIndex | undefined;
    },
    read(path, hash) {
      const bytes = contents.read(path, hash);
      if (!bytes) throw new Error(`${path} is missing`);
      return bytes.toString();
    },
    reuse(reused) {
      const hashes = reused.map(([path, , hash]): [string, string] => [path, hash]);
      if (!contents.place(hashes, folder)) return false;
      for (const [path, bytes] of reused) files.set(path, bytes);
      return true;
    },
    store: (locale, index) => entries.add(TASK, locale, { key, value: index }),
  };
}
