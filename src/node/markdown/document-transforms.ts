import type { FileContext } from './context.ts';
import type { HastRoot } from './nodes.ts';
import { describeApis } from './transform/api-notes.ts';
import { collectTexts } from './transform/collect-texts.ts';
import { obeyOnly } from './transform/embed-demos.ts';
import { linkHeadings } from './transform/link-headings.ts';
import { placeReleaseDates } from './transform/place-release-dates.ts';
import { wrapTables } from './transform/wrap-tables.ts';
import { zoomPictures } from './transform/zoom-pictures.ts';

/** Heading ids, table of contents, table names and search texts. Embedded files are already inlined. */
export function transformDocument(tree: HastRoot, context: FileContext): void {
  obeyOnly(tree, context.page);
  linkHeadings(tree, context);
  placeReleaseDates(tree);
  describeApis(tree, context.page.out);
  collectTexts(tree, context.page.out);
  wrapTables(tree, context.page);
  zoomPictures(tree, context.page);
}
