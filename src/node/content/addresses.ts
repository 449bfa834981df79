/** The result may contain files that the page does not link to. */

const PAGE_LINK = /\]\(([^()\s#:]+\.mdx?)(?:#[^()\s]*)?(?=[\s)])/g;

const LINK_TAG = /<Link\s[^<>]*?\b(?:href|to)\s*=\s*["']?([^"'\s#:<>=]+\.mdx?)(?=["'\s#>])/g;

export function pageLinksIn(text: string): string[] {
  if (!text.includes('.md')) return [];
  const links = Array.from(text.matchAll(PAGE_LINK), ([, link = '']) => link);
  return [...links, ...Array.from(text.matchAll(LINK_TAG), ([, link = '']) => link)];
}
