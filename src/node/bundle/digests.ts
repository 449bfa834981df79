import type { Metafile } from 'esbuild';
import type { Site } from '../project/config/types.ts';
import { type DataDigests, dataDigests, hasCurrentData } from './esbuild/data-module.ts';
import { type AllPages, hasCurrentPages, pagesDigest } from './pages-module.ts';

/** Digests of the site data in a bundle. A digest is set only if a module in the bundle imports the data. */
export interface SiteDigests {
  /** Digest of the list of all pages. */
  pages: string | undefined;
  data: DataDigests | undefined;
}

export function digestsOf(metafile: Metafile, root: string): SiteDigests {
  return { pages: pagesDigest(metafile), data: dataDigests(metafile, root) };
}

/** Returns true if the list of pages and the data have not changed since the site was bundled. */
export async function areCurrent(digests: SiteDigests, site: Site, allPages?: AllPages): Promise<boolean> {
  return (await hasCurrentPages(digests, allPages)) && (await hasCurrentData(digests, site));
}
