import type { Metafile } from 'esbuild';
import type { Site } from '../project/config/types.ts';
import { type DataDigests, dataDigests, hasCurrentData } from './esbuild/data-module.ts';
import { type AllPages, hasCurrentPages, pagesDigest } from './pages-module.ts';

/** Digests of the site data that a bundle contains, if its modules import that data. */
export interface SiteDigests {
  /** List of all pages. */
  pages: string | undefined;
  data: DataDigests | undefined;
}

export function digestsOf(metafile: Metafile, root: string): SiteDigests {
  return { pages: pagesDigest(metafile), data: dataDigests(metafile, root) };
}

/** True if the site still has the same list of pages and the same data. */
export async function areCurrent(digests: SiteDigests, site: Site, allPages?: AllPages): Promise<boolean> {
  return (await hasCurrentPages(digests, allPages)) && (await hasCurrentData(digests, site));
}
