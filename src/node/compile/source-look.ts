import type { SourcePage } from '../load/types.ts';

/**
 * A look at the text of a page, taken once for each text, however often it is asked for.
 *
 * @param look goes by the page's source, and by what does not change with a page
 */
export function createSourceLook(look: (page: SourcePage) => boolean): (page: SourcePage) => boolean {
  const known = new WeakMap<SourcePage, { source: string; found: boolean }>();
  return (page) => {
    const last = known.get(page);
    // A source is let go once its page stands in its folder.
    if (last?.source === page.source) return last.found;
    const found = look(page);
    known.set(page, { source: page.source, found });
    return found;
  };
}
