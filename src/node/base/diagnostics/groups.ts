import type { Code } from './codes.ts';

/** Dead links in pages and the navigation, and missing images. With `deadLinks: 'warn'`, they become warnings. */
export const DEAD_LINKS: ReadonlySet<Code> = new Set<Code>(['CD221', 'CD315', 'CD316', 'CD320', 'CD321', 'CD349']);

/** Dead URLs in the configuration. Pages can be built although the targets of these URLs are missing. */
export const DEAD_URLS: ReadonlySet<Code> = new Set<Code>(['CD221', 'CD222']);

export const MISSING_FILES: ReadonlySet<Code> = new Set<Code>(['CD222', 'CD223', 'CD224']);

/** Errors that leave the rest of the page intact: only the affected element is missing. */
export const SMALL_ERRORS: ReadonlySet<Code> = new Set<Code>([
  ...DEAD_LINKS,
  'CD302',
  'CD303',
  'CD304',
  'CD319',
  'CD323',
  'CD524',
  'CD531',
]);

/** Warnings about writing style: images, links and headings. Old files often cause dozens of such warnings. */
export const ABOUT_WRITING: ReadonlySet<Code> = new Set<Code>(['CD306', 'CD327', 'CD328']);
