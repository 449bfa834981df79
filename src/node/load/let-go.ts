/** Texts of pages that are not held: of a hundred thousand pages they would need all memory, and most of the time of a plan. */
import { readFileSync } from 'node:fs';
import { addressesIn } from '../addresses.ts';
import { hashOf } from '../cache/observe-reads.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { withTabs } from '../with-tabs.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { decodePage } from './read-page.ts';
import type { SourcePage } from './types.ts';

/** Lets the text of a page go: it is read again when somebody asks for it, and must be the same. A copy of the page has none. */
export function letGo(page: SourcePage): void {
  const { filePath, sourcePath } = page;
  const hash = hashOf(page.source);
  const read = (): string => {
    const text = readAgain(filePath);
    if (text === undefined || hashOf(text) !== hash) throw changed(sourcePath);
    return text;
  };
  // What is cut out of a text would hold all of it.
  page.letGo = { hash, addresses: JSON.parse(JSON.stringify(addressesIn(page.source))) };
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

/** Hash of the text of a page or a tab, which need not be held. */
export function textHashOf(page: SourcePage): string {
  return page.letGo?.hash ?? hashOf(page.source);
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
