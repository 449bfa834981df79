import type { FileContext } from './context.ts';
import type { HastRoot } from './nodes.ts';
import { describeApis } from './transform/api-notes.ts';
import { collectTexts } from './transform/collect-texts.ts';
import { obeyOnly } from './transform/embed-demos.ts';
import { linkHeadings } from './transform/link-headings.ts';
import { placeReleaseDates } from './transform/place-release-dates.ts';
import { wrapTables } from './transform/wrap-tables.ts';
import { zoomPictures } from './transform/zoom-pictures.ts';

/** What depends on the whole document: ids, toc, names of tables, search texts; embedded files are in place. */
export function transformDocument(tree: HastRoot, context: FileContext): void {
  obeyOnly(tree, context.page);
  linkHeadings(tree, context);
  placeReleaseDates(tree);
  describeApis(tree, context.page.out);
  collectTexts(tree, context.page.out);
  wrapTables(tree, context.page);
  zoomPictures(tree, context.page);
}
