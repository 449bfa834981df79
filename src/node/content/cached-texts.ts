/** What the texts of pages say, as earlier builds read it: a text that is the same is not parsed again. */

import type { EntryLog } from '../store/entry-log.ts';
import { logLookup } from '../store/lookup-log.ts';
import { hashOf } from '../store/observe-reads.ts';
import { makersOf } from '../store/tool-files.ts';
import { findDifference, madeDifferently, type Verification } from '../store/verify.ts';
import type { ReadText, TextFacts } from './page-text.ts';

/** Name of the task in the store. */
const TASK = 'text';

/**
 * Creates a reader that caches what it reads. A text with errors is read each time, because whoever reads it reports them.
 *
 * @param options.verification cached texts are read again, and compared
 */
export function cachedTextReader(
  site: { projectRoot: string },
  read: ReadText,
  { entries, verification }: { entries: EntryLog; verification?: Verification | undefined },
): ReadText {
  const version = hashOf(makersOf(site));
  const compare = (sourcePath: string, kept: TextFacts, made: TextFacts): void => {
    if (!verification) return;
    verification.compared.results++;
    // As what was cached, without prototypes.
    const difference = findDifference(`What ${sourcePath} says`, kept, structuredClone(made));
    if (difference) verification.differences.set(`text ${sourcePath}`, madeDifferently(difference));
  };
  return (text) => {
    const { sourcePath, hash } = text;
    const key = `${version} ${hash}`;
    const found = entries.find(TASK, sourcePath);
    const kept = found.find((entry) => entry.key === key)?.read() as TextFacts | undefined;
    if (kept && !verification) {
      logLookup(`text ${sourcePath}`);
      return ownFacts(kept);
    }
    logLookup(`text ${sourcePath}`, () => {
      if (found.length === 0) return ['not cached'];
      const isSameText = found.some((entry) => entry.key.endsWith(` ${hash}`));
      return [isSameText ? 'the tool or a package changed' : `${sourcePath} changed`];
    });
    const facts = read(text);
    if (kept) compare(sourcePath, kept, facts);
    else if (facts.diagnostics.length === 0) entries.add(TASK, sourcePath, { key, value: facts });
    return ownFacts(facts);
  };
}

/** Facts for a page, which may add to its front matter; a theme is given its values as they are. */
function ownFacts(facts: TextFacts): TextFacts {
  return { ...facts, frontmatter: structuredClone(facts.frontmatter) };
}
