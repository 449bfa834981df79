import { withoutBase } from '../shared/base-url.ts';

const MOST = 3;
/** Minimum similarity, from 0 to 1, of a page that is suggested. */
const LEAST = 0.45;

export interface NearLink {
  title: string;
  href: string;
  lang?: string | undefined;
}

/** Finds the pages with the most similar URLs. URLs are compared without `base`, which ends with `/`. */
export async function findNearest(path: string, { list, base }: { list: string; base: string }): Promise<NearLink[]> {
  const response = await fetch(list);
  if (!response.ok) return [];
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const links = [...page.querySelectorAll<HTMLAnchorElement>('main a[href]')];
  return nearestLinks(
    path,
    base,
    links.map((link) => ({
      title: link.textContent ?? '',
      href: link.getAttribute('href') ?? '',
      lang: link.closest<HTMLElement>('[lang]')?.lang,
    })),
  );
}

/** Compares the whole path, its last segment and the page's title. Returns the best first, and each page once. */
export function nearestLinks(path: string, base: string, links: NearLink[]): NearLink[] {
  const normalized = (href: string): string => normalize(withoutBase(base, href) ?? href);
  const wanted = normalized(path);
  const pages = [...new Map(links.map((link) => [link.href, link])).values()];
  const scored = pages.map((link) => {
    const own = normalized(link.href);
    const byEnd = Math.max(likeness(lastOf(wanted), lastOf(own)), likeness(lastOf(wanted), normalize(link.title)));
    return { link, score: Math.max(likeness(wanted, own), byEnd * 0.9) };
  });
  return scored
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ link }) => link);
}

function normalize(path: string): string {
  const end = /[?#].*$|(?:\/index)?(?:\.(?:html?|mdx?))?\/?$/g;
  return decoded(path)
    .replace(end, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, '');
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A malformed URL is compared without decoding.
    return path;
  }
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the proportion of letter pairs that both texts share (Dice's coefficient): 1 for equal texts. */
function likeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1;
  const pairs = pairsOf(one);
  const left = [...pairsOf(other)];
  const total = pairs.length + left.length;
  const common = pairs.filter((pair) => {
    const index = left.indexOf(pair);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  }).length;
  return total === 0 ? 0 : (2 * common) / total;
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
