/** The code of interactive pages in the script of the renderer: what is in one of them is no matter of the others. */
import type { Metafile } from 'esbuild';
import { hashOf } from '../cache/observe-reads.ts';
import { type InteractivePage, moduleEntry } from './entries.ts';
import { sectionsOf } from './module-sections.ts';

/** A script in parts. */
export interface PagesCode {
  /** Hash of all but the pages' own modules; what these import belongs to it, since it may act on other pages. */
  shared: string;
  /** Hashes of the pages' own modules by source path. */
  own: Map<string, string>;
}

/**
 * Takes a script apart.
 *
 * @param code not minified; a module that cannot be told from its surroundings byte by byte is left where it is
 * @param options.portable takes the folders of this machine out of a text
 */
export function divideByPages(
  code: string,
  { outputs }: Metafile,
  { pages, portable }: { pages: InteractivePage[]; portable: (text: string) => string },
): PagesCode {
  const sections = sectionsOf(code, 0);
  const written = new Map(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).map(([name, { bytesInOutput }]) => [name, bytesInOutput]),
    ),
  );
  const own = new Map<string, string>();
  const left = new Set<string>();
  for (const { page } of pages) {
    const name = moduleEntry(page);
    const texts = sections.flatMap((section) => (section.name === name ? section.text : []));
    // Each ends with an empty line, which nobody counts.
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) - 1, 0);
    if (texts.length === 0 || bytes !== written.get(name)) continue;
    own.set(page.sourcePath, hashOf(portable(JSON.stringify(texts))));
    left.add(name);
  }
  const shared = sections.filter(({ name }) => !left.has(name));
  return { shared: hashOf(portable(JSON.stringify(shared))), own };
}
