import type { Metafile } from 'esbuild';
import { hashOf } from '../base/hash.ts';
import { type InteractivePage, moduleEntry } from './esbuild/entries.ts';
import { sectionsOf } from './esbuild/input-files.ts';
import { pagesInput } from './pages-module.ts';

export interface PagesCode {
  /** Hash of the shared code, including modules that pages import. Excludes the list of all pages if only pages import it. */
  shared: string;
  own: Map<string, string>;
}

/**
 * Divides code that is not minified into shared code and the code of each page. A module that cannot be separated byte by byte
 * counts as shared. `portable` removes the folders on this machine.
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
  /** Returns undefined if the module cannot be separated from the surrounding code. */
  const textsOf = (name: string): string[] | undefined => {
    const texts = sections.flatMap((section) => (section.name === name ? section.text : []));
    // Each section ends with an empty line, which esbuild does not count.
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
