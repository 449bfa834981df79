import path from 'node:path';
import { addLocale } from '../../shared/route-path.ts';
import { hashOf } from '../base/hash.ts';
import type { Site } from '../project/config/types.ts';
import type { GitHistory } from './git-history.ts';
import type { ReadText } from './page-text.ts';
import { lookAt } from './page-text.ts';
import type { GeneratedPage, SourcePage } from './types.ts';

/** Creates pages that have no files. Like pages with API tables, they are completed later with the library's types. */
export function createGeneratedPages(
  pages: readonly GeneratedPage[],
  { root, config }: Site,
  { readText, git }: { readText: ReadText; git: Pick<GitHistory, 'dateOf'> },
): SourcePage[] {
  const [locale] = config.locales;
  if (!locale) return [];
  return pages.map(({ sourcePath, path: routePath, text, dataPath }) => {
    const pageText = { source: text, hash: hashOf(text), sourcePath, format: 'md' } as const;
    const { frontmatter, bodyOffset, traits } = readText(pageText);
    return {
      sourcePath,
      filePath: path.join(root, sourcePath),
      format: 'md',
      look: { ...lookAt(pageText, traits, frontmatter, config), mayHaveTables: true },
      bodyOffset,
      routePath: addLocale(routePath, locale),
      locale: locale.id,
      frontmatter,
      title: frontmatter.title ?? '',
      tabs: [],
      atom: false,
      lastUpdated: git.dateOf(dataPath),
      generated: text,
    };
  });
}

export function hasSource({ generated }: Pick<SourcePage, 'generated'>): boolean {
  return generated === undefined;
}
