/** Finds URLs in page text without parsing it. The result may contain URLs that the page does not link to. */
import type { PageTexts, SourcePage } from './types.ts';

/** Matches URLs after a bracket, in a definition (whose label has at most 999 characters), and in an attribute. */
const ADDRESS =
  /\]\(\s*<?([^\s)>]+)|^[ \t]*\[[^\]]{1,999}\]:\s*<?([^\s>]+)|\b(?:href|src|srcset|poster|to)\s*=\s*["']?([^"'\s>]+)/gm;
/** Matches a link to a Markdown file. */
const PAGE_LINK = /\]\(([^()\s#:]+\.mdx?)(?:#[^()\s]*)?(?=[\s)])/g;

/** Matches a link to a Markdown file in a `<Link>` tag. */
const LINK_TAG = /<Link\s[^<>]*?\b(?:href|to)\s*=\s*["']?([^"'\s#:<>=]+\.mdx?)(?=["'\s#>])/g;

/** Returns the URLs in a Markdown text. */
export function addressesIn(text: string): string[] {
  const addresses = Array.from(
    text.matchAll(ADDRESS),
    ([, link, definition, attribute]) => link ?? definition ?? attribute ?? '',
  );
  return [...new Set([...addresses, ...pageLinksIn(text)])];
}

/** Returns the Markdown files that a page's text links to, as written. */
export function pageLinksIn(text: string): string[] {
  if (!text.includes('.md')) return [];
  const links = Array.from(text.matchAll(PAGE_LINK), ([, link = '']) => link);
  return [...links, ...Array.from(text.matchAll(LINK_TAG), ([, link = '']) => link)];
}

/** Returns the URLs in a page or a tab. */
export function addressesOf(page: SourcePage, texts: PageTexts): string[] {
  return page.look.addresses ?? addressesIn(texts.of(page));
}
