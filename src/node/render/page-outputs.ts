import { hasTwins } from '../content/machine-outputs.ts';
import { routesOf } from '../content/routes-of.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { outputPathOf } from './address.ts';
import { twinPath } from './markdown-twin.ts';

export function createPageOutputs({ config }: Site, { publicFiles }: Pick<LoadedSite, 'publicFiles'>) {
  const taken = new Set(publicFiles.map(({ output }) => output));
  /** Returns the path of the Markdown twin. Undefined if twins are turned off, or if a public file has the path. */
  const twin = ({ routePath }: SourcePage): string | undefined => {
    const output = twinPath(routePath);
    return hasTwins(config) && !taken.has(output) ? output : undefined;
  };
  return {
    twin,
    /** Returns the paths of the document, of its fallback pages in other languages, and of the Markdown twin. */
    all(page: SourcePage): string[] {
      const own = twin(page);
      return [...routesOf(page).map((route) => outputPathOf(route, config)), ...(own === undefined ? [] : [own])];
    },
  };
}
