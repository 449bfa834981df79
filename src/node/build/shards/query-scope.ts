import path from 'node:path';
import { toPosix } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { refusalOf } from '../../project/file-scope.ts';
import { foldersOf } from '../../project/site-folders.ts';
import { fromMovable, shownPath } from '../../store/relocate.ts';
import type { LookUp } from '../pages/look-ups.ts';

/**
 * Creates a function that finds a query of the disk which a shard output must not contain: about a file that the site may not
 * publish. `merge` repeats all queries, so a forged query could read any file of its machine.
 *
 * @returns the path for messages, or undefined if there is no such query
 */
export function createQueryScope(site: Site): (lookUps: LookUp[]) => string | undefined {
  const { projectRoot, base = projectRoot } = foldersOf(site);
  const known = new Map<string, boolean>();
  const isAllowed = (name: string): boolean => {
    const filePath = fromMovable(name, base);
    if (!path.isAbsolute(filePath) || path.normalize(filePath) !== filePath) return false;
    return refusalOf({ filePath, folder: site.root }, site) === undefined;
  };
  return (lookUps) => {
    for (const [question, name] of lookUps) {
      // The site itself answers these.
      if (question === 'page' || question === 'route' || question === 'list') continue;
      const isKnown = known.get(name) ?? isAllowed(name);
      known.set(name, isKnown);
      if (!isKnown) return toPosix(shownPath(name));
    }
    return undefined;
  };
}
