/** Anchors that moved to another page: entries of `redirectFrom` with a `#`, such as `/#install` or `/#api-*`. */
import { withBase } from '../../shared/base-url.ts';
import { anchorPattern, includesAnchor, type MovedAnchors } from '../../shared/moved-anchors.ts';
import type { DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import type { MovedAnchor, SourcePage } from './types.ts';

/** Returns a function that parses a moved anchor. Its result is the anchor, or the data of the error. */
export function createAnchorReader(
  pages: SourcePage[],
): (written: string, page: SourcePage) => MovedAnchor | DataOf<'invalid-redirect'> {
  const routes = new Set(pages.map(({ routePath }) => routePath));
  const known: (MovedAnchor & { page: SourcePage })[] = [];
  return (written, page) => {
    const [, path = '', anchor = ''] = /^(\/[^#]*)#((?:[^\s*]+\*?)?)$/.exec(written) ?? [];
    const from = path.length > 1 ? path.replace(/\/$/, '') : path;
    if (anchor === '') return { case: 'invalid', written };
    if (from === page.routePath) return { case: 'own-anchor', from: written };
    if (!routes.has(from)) return { case: 'no-page', from: written, route: from, nearest: nearestName(from, routes) };
    const other = known.find(
      (entry) =>
        entry.from === from &&
        entry.page !== page &&
        (includesAnchor(entry.anchor, anchor) || includesAnchor(anchor, entry.anchor)),
    );
    if (other) return { case: 'second', from: written, page: other.page.sourcePath };
    known.push({ from, anchor, to: page.routePath, page });
    return { from, anchor, to: page.routePath };
  };
}

export function movedFrom(route: string, moved: readonly MovedAnchor[], base: string): MovedAnchors | undefined {
  const own = moved.filter(({ from }) => from === route);
  if (own.length === 0) return undefined;
  return [...new Set(own.map(({ to }) => to))].map((to) => [
    anchorPattern(own.flatMap((entry) => (entry.to === to ? [entry.anchor] : []))),
    encodeURI(withBase(base, to)),
  ]);
}
