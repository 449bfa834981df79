/** Texts of pages that are not held: of a hundred thousand pages they would need all memory, and most of the time of a plan. */

import { readFileSync } from 'node:fs';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { hashOf } from '../store/observe-reads.ts';
import { addressesIn, pageLinksIn } from './addresses.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { decodePage } from './read-page.ts';
import type { SourcePage } from './types.ts';
import { withTabs } from './with-tabs.ts';

/** What pages have in the place of their texts: on a prototype, so that a copy of a page reads nothing, and has none. */
const READ_AGAIN = {
  get source(): string {
    return readAgain(this as SourcePage);
  },
  get frontmatterLocations(): SourcePage['frontmatterLocations'] {
    const page = this as SourcePage;
    return parseFrontmatter(readAgain(page), page.sourcePath).locations;
  },
};

/** A page whose text is let go: it is read again when somebody asks for it, and must be the same. */
export function withoutText({ source, frontmatterLocations: _places, ...page }: SourcePage): SourcePage {
  // What is cut out of a text would hold all of it.
  const known = JSON.parse(JSON.stringify({ addresses: addressesIn(source), pageLinks: pageLinksIn(source) }));
  return Object.assign(Object.create(READ_AGAIN), page, {
    letGo: { hash: page.textHash ?? hashOf(source), ...known },
  });
}

/** Holds the texts of a page and its tabs again. */
export function takeBack(page: SourcePage): void {
  for (const file of withTabs(page)) {
    if (!file.letGo) continue;
    const { source, frontmatterLocations } = file;
    for (const [key, value] of Object.entries({ source, frontmatterLocations }))
      Object.defineProperty(file, key, { value, enumerable: true, writable: true });
    delete file.letGo;
  }
}

/** Hash of the text of a page or a tab, which need not be held. */
export function textHashOf(page: SourcePage): string {
  return page.letGo?.hash ?? page.textHash ?? hashOf(page.source);
}

function readAgain({ filePath, sourcePath, letGo }: SourcePage): string {
  let text: string | undefined;
  try {
    text = decodePage(readFileSync(filePath, 'utf8'));
  } catch {
    // It has gone meanwhile.
  }
  if (text === undefined || hashOf(text) !== letGo?.hash) throw failure(2, 'changed-while-read', { file: sourcePath });
  return text;
}
