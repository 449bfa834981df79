/** What texts of pages say, as it was read by earlier builds: what is the same is not parsed again. */

import type { Site } from '../project/config/types.ts';
import { createEntryStore, entryNameOf } from '../store/entry-store.ts';
import { logLookup } from '../store/lookup-log.ts';
import { hashOf } from '../store/observe-reads.ts';
import { makersOf } from '../store/tool-files.ts';
import { findDifference, madeDifferently, type Verification } from '../store/verify.ts';
import type { ReadText, TextFacts } from './page-text.ts';

/** A reader that remembers. */
export interface KeptTexts {
  read: ReadText;
  /** Keeps for the next build what was read in this one. */
  save(): void;
}

interface Kept {
  version: string;
  /** By source path. */
  texts: Map<string, KeptText>;
}

interface KeptText {
  hash: string;
  facts: TextFacts;
}

/**
 * Opens what is kept of a site's texts. What is wrong with a text is told by whoever reads it, so that such a one is read each time.
 *
 * @param verification what is kept is read again, and compared
 */
export async function openKeptTexts(
  site: Pick<Site, 'root' | 'projectRoot'> & { config: Pick<Site['config'], 'cacheDir'> },
  read: ReadText,
  verification?: Verification,
): Promise<KeptTexts> {
  const { cacheDir } = site.config;
  const store = createEntryStore(site.projectRoot, { cacheDir });
  const name = entryNameOf('texts', site);
  const version = hashOf(makersOf(site));
  const found = (await store.read(name)) as Kept | undefined;
  const known: Kept['texts'] = found?.version === version ? found.texts : new Map();
  const texts: Kept['texts'] = new Map();
  let isChanged = false;
  let keptCount = known.size;
  const compare = (sourcePath: string, kept: TextFacts, made: TextFacts): void => {
    if (!verification) return;
    verification.compared.results++;
    // As what was kept, without prototypes.
    const difference = findDifference(`What ${sourcePath} says`, kept, structuredClone(made));
    if (difference) verification.differences.set(`text ${sourcePath}`, madeDifferently(difference));
  };
  return {
    read(text) {
      const hash = hashOf(text.source);
      const kept = known.get(text.sourcePath);
      if (kept?.hash === hash && !verification) {
        logLookup(`text ${text.sourcePath}`);
        texts.set(text.sourcePath, kept);
        return ownFacts(kept);
      }
      logLookup(`text ${text.sourcePath}`, () => [
        kept
          ? `${text.sourcePath} changed`
          : found && found.version !== version
            ? 'the tool or a package changed'
            : 'not cached',
      ]);
      const facts = read(text);
      if (kept?.hash === hash) compare(text.sourcePath, kept.facts, facts);
      if (facts.diagnostics.length > 0) {
        texts.delete(text.sourcePath);
        return { ...facts, hash };
      }
      isChanged ||= kept?.hash !== hash;
      const own = { hash, facts };
      texts.set(text.sourcePath, own);
      return ownFacts(own);
    },
    save() {
      if (isChanged || texts.size !== keptCount) store.write(name, { version, texts } satisfies Kept);
      isChanged = false;
      keptCount = texts.size;
    },
  };
}

/** Facts for a page, which may add to its front matter; a theme is given its values as they are. */
function ownFacts({ hash, facts }: KeptText): TextFacts {
  const { frontmatter, locations, ...others } = facts;
  return {
    ...others,
    hash,
    frontmatter: structuredClone(frontmatter),
    // Keys are names that authors choose.
    locations: Object.assign(Object.create(null), locations),
  };
}
