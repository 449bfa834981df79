/** The code of interactive pages in the script of the renderer: what is in one of them is no matter of the others. */
import type { Metafile } from 'esbuild';
import { hashOf } from '../store/observe-reads.ts';
import { type InteractivePage, moduleEntry } from './esbuild/entries.ts';
import { sectionsOf } from './esbuild/module-sections.ts';
import { pagesInput } from './pages-module.ts';

/** A script in parts. */
export interface PagesCode {
  /**
   * Hash of all but the pages' own modules; what these import belongs to it, since it may act on other pages. The list of all
   * pages does not if it is imported by such modules only.
   */
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
  metafile: Metafile,
  { pages, portable }: { pages: InteractivePage[]; portable: (text: string) => string },
): PagesCode {
  const { inputs, outputs } = metafile;
  const sections = sectionsOf(code, 0);
  const written = new Map(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).map(([name, { bytesInOutput }]) => [name, bytesInOutput]),
    ),
  );
  /** Code of a module; undefined where it cannot be told from its surroundings. */
  const textsOf = (name: string): string[] | undefined => {
    const texts = sections.flatMap((section) => (section.name === name ? section.text : []));
    // Each ends with an empty line, which nobody counts.
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) - 1, 0);
    return texts.length > 0 && bytes === written.get(name) ? texts : undefined;
  };
  const codes = new Map(
    pages.flatMap(({ page }) => {
      const name = moduleEntry(page);
      const texts = textsOf(name);
      return texts ? [[name, { sourcePath: page.sourcePath, texts }] as const] : [];
    }),
  );
  const input = pagesInput(metafile);
  const importers = Object.keys(inputs).filter((name) => inputs[name]?.imports.some(({ path }) => path === input));
  const list = input !== undefined && importers.every((name) => codes.has(name)) ? textsOf(input) : undefined;
  const own = Array.from(codes, ([name, { sourcePath, texts }]): [string, string] => {
    const all = list && importers.includes(name) ? [...texts, ...list] : texts;
    return [sourcePath, hashOf(portable(JSON.stringify(all)))];
  });
  const shared = sections.filter(({ name }) => !codes.has(name) && !(list && name === input));
  return { shared: hashOf(portable(JSON.stringify(shared))), own: new Map(own) };
}
