/** Texts of pages that are not held: of a hundred thousand pages they would need all memory. */
import { readFileSync } from 'node:fs';
import { hashOf } from '../cache/observe-reads.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { withTabs } from '../with-tabs.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { decodePage } from './read-page.ts';
import type { SourcePage } from './types.ts';

/**
 * Lets the text of a page go: it is read again when somebody asks for it, and must be the same. A copy of the page has none, see
 * {@link withText}.
 */
export function letGo(page: SourcePage): void {
  const { filePath, sourcePath } = page;
  const hash = hashOf(page.source);
  const read = (): string => {
    const text = readAgain(filePath);
    if (text === undefined || hashOf(text) !== hash) throw changed(sourcePath);
    return text;
  };
  page.letGo = hash;
  // Not enumerable: to copy a page does not read it.
  Object.defineProperties(page, {
    source: { get: read, enumerable: false },
    frontmatterLocations: { get: () => parseFrontmatter(read(), sourcePath).locations, enumerable: false },
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

/** The page and its tabs with their texts, without the places in them, as plain data. */
export function withText(page: SourcePage): SourcePage {
  if (!withTabs(page).some((file) => file.letGo)) return page;
  return {
    ...page,
    source: page.source,
    frontmatterLocations: {},
    tabs: page.tabs.map((tab) => ({ ...tab, page: withText(tab.page) })),
  };
}

function readAgain(filePath: string): string | undefined {
  try {
    return decodePage(readFileSync(filePath, 'utf8'));
  } catch {
    // It has gone meanwhile.
    return undefined;
  }
}

function changed(file: string): DiagnosticError {
  const text = `${file} was changed while the site was read`;
  return new DiagnosticError(
    [{ severity: 'error', code: 'CD612', text, notes: ['Run the command again, with nothing changed meanwhile'] }],
    2,
  );
}
