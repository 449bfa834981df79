/** Caches data parsed from page text between builds, so that unchanged text is not parsed again. */

import { hashOf } from '../base/hash.ts';
import type { InputLookup } from '../store/dependencies.ts';
import type { EntryLog } from '../store/entry-log.ts';
import { logLookup } from '../store/lookup-log.ts';
import { recordRead } from '../store/observe-reads.ts';
import { makersOf } from '../store/tool-files.ts';
import { findDifference, madeDifferently, type Verification } from '../store/verify.ts';
import type { PageFile } from './find-pages.ts';
import type { PageTextData, ReadText, TextFacts } from './page-text.ts';

/** Name of the task in the cache store. */
const TASK = 'text';

export interface TextCacheOptions {
  entries: EntryLog;
  /** Parses cached text again and compares the results. */
  verification?: Verification | undefined;
  /** Input files of the last build, which are not read if they are unchanged. Default: all files are read. */
  lastInputs?: InputLookup | undefined;
}

/** A text reader with a cache. */
export interface CachedTexts {
  /** Text with errors is parsed each time, so that its errors are reported. */
  readText: ReadText;
  /** Returns the facts of a file's text without reading the file, if its hash is known and the facts are cached. */
  recall: (file: Pick<PageFile, 'filePath' | 'sourcePath'>) => TextFacts | undefined;
}

/** Wraps a text reader with a cache. */
export function createCachedTexts(
  site: { projectRoot: string },
  read: ReadText,
  { entries, verification, lastInputs }: TextCacheOptions,
): CachedTexts {
  const version = hashOf(makersOf(site));
  const compare = (sourcePath: string, cachedEntry: PageTextData, made: PageTextData): void => {
    if (!verification) return;
    verification.compared.results++;
    // Cached data has lost its prototypes, so the new data must lose them too.
    const difference = findDifference(`What ${sourcePath} says`, cachedEntry, structuredClone(made));
    if (difference) verification.differences.set(`text ${sourcePath}`, madeDifferently(difference));
  };
  const keyOf = (hash: string): string => `${version} ${hash}`;
  const cachedOf = (sourcePath: string, hash: string): PageTextData | undefined =>
    entries
      .find(TASK, sourcePath)
      .find((entry) => entry.key === keyOf(hash))
      ?.read() as PageTextData | undefined;
  const readText: ReadText = (text) => {
    const { sourcePath, hash } = text;
    const cached = cachedOf(sourcePath, hash);
    if (cached && !verification) {
      logLookup(`text ${sourcePath}`);
      return cached;
    }
    logLookup(`text ${sourcePath}`, () => {
      const found = entries.find(TASK, sourcePath);
      if (found.length === 0) return ['not cached'];
      const isSameText = found.some((entry) => entry.key.endsWith(` ${hash}`));
      return [isSameText ? 'the tool or a package changed' : `${sourcePath} changed`];
    });
    const data = read(text);
    if (cached) compare(sourcePath, cached, data);
    else if (data.diagnostics.length === 0) entries.add(TASK, sourcePath, { key: keyOf(hash), value: data });
    return ownFacts(data);
  };
  const recall: CachedTexts['recall'] = ({ filePath, sourcePath }) => {
    const input = verification ? undefined : lastInputs?.(filePath);
    if (!input) return undefined;
    const { hash, state } = input;
    // The hash of the file is that of the text, except for a file with a byte-order mark or other line endings. Such a file has
    // no entry of this hash.
    const data = cachedOf(sourcePath, hash);
    if (!data) return undefined;
    logLookup(`text ${sourcePath}`);
    recordRead({ question: 'content', path: filePath, answer: hash, state });
    return { hash, data };
  };
  return { readText, recall };
}

/** Returns true if the cache has data of a page, of this text or an earlier one. Then the page is probably not rendered again. */
export function isTextCached(
  sourcePath: string,
  cached: { entries: EntryLog; verification?: Verification | undefined } | undefined,
): boolean {
  return cached !== undefined && !cached.verification && cached.entries.has(TASK, sourcePath);
}

/** Returns the data with a copy of the front matter, because the page may add to it and passes its values to the theme. */
function ownFacts(textData: PageTextData): PageTextData {
  return { ...textData, frontmatter: structuredClone(textData.frontmatter) };
}
