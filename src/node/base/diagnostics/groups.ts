/** Codes that something is done with as one. */
import type { Code } from './codes.ts';

/** Links, of pages and of the navigation, and images that lead nowhere: what `deadLinks: 'warn'` makes warnings. */
export const DEAD_LINKS: ReadonlySet<Code> = new Set<Code>(['CD221', 'CD315', 'CD316', 'CD320', 'CD321', 'CD349']);

/** Addresses of the configuration that lead nowhere: pages can be built without what they name. */
export const DEAD_ADDRESSES: ReadonlySet<Code> = new Set<Code>(['CD221', 'CD222']);

/** Files that the configuration names and that do not exist. */
export const MISSING_FILES: ReadonlySet<Code> = new Set<Code>(['CD222', 'CD223', 'CD224']);

/** Errors without which a page is whole: what they are about is missing in it, nothing else. */
export const SMALL_ERRORS: ReadonlySet<Code> = new Set<Code>([
  ...DEAD_LINKS,
  'CD302',
  'CD303',
  'CD304',
  'CD319',
  'CD323',
]);

/** Warnings about how a text is written: images, links and headings, which an old file has by the dozen. */
export const ABOUT_WRITING: ReadonlySet<Code> = new Set<Code>(['CD306', 'CD327', 'CD328', 'CD329']);
