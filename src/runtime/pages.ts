/** `cascader-docs/pages`: all pages of the site. In a site, the bundler replaces this module by one with the list. */
import type { PageEntry } from '../shared/page-data.ts';

/** All pages of the site in the order of their addresses, as they are at build time; on several languages, those of all. */
const pages: readonly PageEntry[] = [];

export default pages;
