import { includesAnchor } from '../../../shared/moved-anchors.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import type { MovedAnchor } from '../../content/types.ts';

/** CD225. Pages without known anchors are not checked. `isComing` is true for an anchor that does not exist yet. */
export function checkMovedAnchors(
  moved: readonly MovedAnchor[],
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
  isComing: (anchor: string) => boolean,
): Diagnostic[] {
  return moved.flatMap(({ from: route, anchor, to, location }) => {
    const from = `${route}#${anchor}`;
    const before = [...(anchors.get(route) ?? [])].find((name) => includesAnchor(anchor, name));
    if (before !== undefined) {
      const data = { case: 'anchor-in-use', from, anchor: before, route } as const;
      return [createDiagnostic('invalid-redirect', data, { location })];
    }
    const own = [...(anchors.get(to) ?? [anchor])];
    if (isComing(anchor) || own.some((name) => includesAnchor(anchor, name))) return [];
    const data = { case: 'no-anchor', from, anchor, nearest: nearestName(anchor, own) } as const;
    return [createDiagnostic('invalid-redirect', data, { location })];
  });
}
