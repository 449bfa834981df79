/** In a site, the bundler replaces this module with one that contains the list. */
import type { PageEntry } from '../shared/page-data.ts';

/** All pages of the site at build time, in all locales, sorted by route. */
const pages: readonly PageEntry[] = [];

export default pages;
