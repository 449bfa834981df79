/** Finds links to Markdown files in page text without parsing it. The result may contain files that the page does not link to. */

/** Matches a link to a Markdown file. */
const PAGE_LINK = /\]\(([^()\s#:]+\.mdx?)(?:#[^()\s]*)?(?=[\s)])/g;

/** Matches a link to a Markdown file in a `<Link>` tag. */
const LINK_TAG = /<Link\s[^<>]*?\b(?:href|to)\s*=\s*["']?([^"'\s#:<>=]+\.mdx?)(?=["'\s#>])/g;

/** Returns the Markdown files that a page's text links to, as written. */
export function pageLinksIn(text: string): string[] {
  if (!text.includes('.md')) return [];
  const links = Array.from(text.matchAll(PAGE_LINK), ([, link = '']) => link);
  return [...links, ...Array.from(text.matchAll(LINK_TAG), ([, link = '']) => link)];
}
