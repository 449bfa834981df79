import type { SourcePage } from '../content/types.ts';

/**
 * A look at the text of a page, taken once for each text, however often it is asked for.
 *
 * @param look goes by the page's source alone
 */
export function createSourceLook(look: (page: SourcePage) => boolean): (page: SourcePage) => boolean {
  const known = new WeakMap<SourcePage, { places: object; found: boolean }>();
  return (page) => {
    // Whoever gives a page another text gives it the places in its front matter too. The text itself may be let go.
    const { frontmatterLocations: places } = page;
    const last = known.get(page);
    if (last && last.places === places) return last.found;
    const found = look(page);
    known.set(page, { places, found });
    return found;
  };
}
