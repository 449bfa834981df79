import { outputPathOf } from '../../shared/route-path.ts';
import { routesOf } from '../content/routes-of.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { hasTwins, twinPath } from './markdown-twin.ts';

/** Paths of pages in the output. */
export interface PageOutputs {
  /** The document, the documents for which the page falls back in other languages, the Markdown twin. */
  all(page: SourcePage): string[];
  /** The Markdown twin; absent where twins are turned off, or a public file has the path. */
  twin(page: SourcePage): string | undefined;
}

/** Finds the paths of a site's pages. */
export function createPageOutputs({ config }: Site, { publicFiles }: Pick<LoadedSite, 'publicFiles'>): PageOutputs {
  const taken = new Set(publicFiles.map(({ output }) => output));
  const twin = ({ routePath }: SourcePage): string | undefined => {
    const output = twinPath(routePath);
    return hasTwins(config) && !taken.has(output) ? output : undefined;
  };
  return {
    twin,
    all(page) {
      const own = twin(page);
      return [...routesOf(page).map(outputPathOf), ...(own === undefined ? [] : [own])];
    },
  };
}
