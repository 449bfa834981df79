import { describeApis } from './api-notes.ts';
import type { FileContext } from './context.ts';
import { obeyOnly } from './demos.ts';
import { linkHeadings } from './headings.ts';
import type { HastRoot } from './nodes.ts';
import { placeReleaseDates } from './release-dates.ts';
import { collectTexts } from './search-texts.ts';
import { wrapTables } from './tables.ts';
import { zoomPictures } from './zoom.ts';

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
