/** Caches data parsed from page text between builds, so that unchanged text is not parsed again. */

import { hashOf } from '../base/hash.ts';
import type { EntryLog } from '../store/entry-log.ts';
import { logLookup } from '../store/lookup-log.ts';
import { makersOf } from '../store/tool-files.ts';
import { findDifference, madeDifferently, type Verification } from '../store/verify.ts';
import type { PageTextData, ReadText } from './page-text.ts';

/** Name of the task in the cache store. */
const TASK = 'text';

/**
 * Wraps a text reader with a cache. Text with errors is read each time, so that its errors are reported.
 *
 * @param options.verification reads cached text again and compares the results
 */
export function cachedTextReader(
  site: { projectRoot: string },
  read: ReadText,
  { entries, verification }: { entries: EntryLog; verification?: Verification | undefined },
): ReadText {
  const version = hashOf(makersOf(site));
  const compare = (sourcePath: string, cachedEntry: PageTextData, made: PageTextData): void => {
    if (!verification) return;
    verification.compared.results++;
    // Cached data has lost its prototypes, so the new data must lose them too.
    const difference = findDifference(`What ${sourcePath} says`, cachedEntry, structuredClone(made));
    if (difference) verification.differences.set(`text ${sourcePath}`, madeDifferently(difference));
  };
  return (text) => {
    const { sourcePath, hash } = text;
    const key = `${version} ${hash}`;
    const found = entries.find(TASK, sourcePath);
    const cached = found.find((entry) => entry.key === key)?.read() as PageTextData | undefined;
    if (cached && !verification) {
      logLookup(`text ${sourcePath}`);
      return ownFacts(cached);
    }
    logLookup(`text ${sourcePath}`, () => {
      if (found.length === 0) return ['not cached'];
      const isSameText = found.some((entry) => entry.key.endsWith(` ${hash}`));
      return [isSameText ? 'the tool or a package changed' : `${sourcePath} changed`];
    });
    const data = read(text);
    if (cached) compare(sourcePath, cached, data);
    else if (data.diagnostics.length === 0) entries.add(TASK, sourcePath, { key, value: data });
    return ownFacts(data);
  };
}

/** Returns true if the cache has data of a page, of this text or an earlier one. Then the page is probably not rendered again. */
export function isTextCached(
  sourcePath: string,
  cached: { entries: EntryLog; verification?: Verification | undefined } | undefined,
): boolean {
  return cached !== undefined && !cached.verification && cached.entries.has(TASK, sourcePath);
}

/** Returns facts with a copy of the front matter, because the page may add to it and passes its values to the theme. */
function ownFacts(textData: PageTextData): PageTextData {
  return { ...textData, frontmatter: structuredClone(textData.frontmatter) };
}
