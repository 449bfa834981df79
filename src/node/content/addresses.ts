/** Addresses in texts of pages, found without parsing them: some may be more than a page leads to. */
import type { PageTexts, SourcePage, TextLinks } from './types.ts';

/** Behind a bracket, of a definition (whose label has at most 999 characters), in an attribute. */
const ADDRESS =
  /\]\(\s*<?([^\s)>]+)|^[ \t]*\[[^\]]{1,999}\]:\s*<?([^\s>]+)|\b(?:href|src|srcset|poster|to)\s*=\s*["']?([^"'\s>]+)/gm;
/** A link to a Markdown file: what stands before its address, the file, and its hash. */
export const PAGE_LINK = /(\]\()([^()\s#:]+\.mdx?)(#[^()\s]*)?(?=[\s)])/g;

/** The same in the tag `<Link>`. */
const LINK_TAG = /<Link\s[^<>]*?\b(?:href|to)\s*=\s*["']?([^"'\s#:<>=]+\.mdx?)(?=["'\s#>])/g;

/** Addresses that a Markdown text leads to. */
export function addressesIn(text: string): string[] {
  const addresses = Array.from(
    text.matchAll(ADDRESS),
    ([, link, definition, attribute]) => link ?? definition ?? attribute ?? '',
  );
  return [...new Set([...addresses, ...pageLinksIn(text)])];
}

/** Markdown files that links of a text lead to, as they are written. */
export function pageLinksIn(text: string): string[] {
  if (!text.includes('.md')) return [];
  const links = Array.from(text.matchAll(PAGE_LINK), ([, , link = '']) => link);
  return [...links, ...Array.from(text.matchAll(LINK_TAG), ([, link = '']) => link)];
}

/** Where a text leads to. */
export function linksIn(text: string): TextLinks {
  return { addresses: addressesIn(text), files: pageLinksIn(text) };
}

/** Addresses that a page or a tab leads to. */
export function addressesOf(page: SourcePage, texts: PageTexts): string[] {
  return page.look.links?.addresses ?? addressesIn(texts.of(page));
}

/** Markdown files that links of a page or a tab lead to, as they are written. */
export function pageLinksOf(page: SourcePage, texts: PageTexts): string[] {
  return page.look.links?.files ?? pageLinksIn(texts.of(page));
}
