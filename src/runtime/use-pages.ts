import type { Json } from '../shared/entities.ts';
import type { PageEntry } from '../shared/page-data.ts';
import { normalizeRoute } from '../shared/route-path.ts';
import { useRuntime } from './runtime.ts';
import { useStore } from './store.ts';

/** Options of {@link usePages}. */
export interface UsePagesOptions {
  /** Lists only pages below this route path, such as `/blog`, without base and locale. Default: all pages. */
  below?: string;
}

/**
 * Lists pages of the site, in the content locale of the current page: their titles, addresses and front matter. The
 * list is created at build time. A page contains only the lists that its components use, so `below` must not change in
 * the browser.
 *
 * @example
 * const posts = usePages<{ date: string }>({ below: '/blog' });
 */
export function usePages<Frontmatter extends object = { [key: string]: Json | undefined }>({
  below,
}: UsePagesOptions = {}): PageEntry<Frontmatter>[] {
  const { page, listPages } = useRuntime();
  const { lists } = useStore(page).data;
  const path = below === undefined ? '' : normalizeRoute(below);
  const list = listPages ? listPages(path) : lists?.[path];
  if (!list)
    throw new Error(`The page has no list of the pages below ${below}: \`below\` must be the same as at build time`);
  return list as PageEntry<Frontmatter>[];
}
