import type { Site } from '../../project/config/types.ts';
import { openArchivedFiles } from './archived-files.ts';
import { type BuiltFiles, openBuiltFiles } from './built-files.ts';
import { findPack, findPackage } from './find-package.ts';
import { openPack } from './open-pack.ts';

/** What is documented. At most one of the properties is set. */
export interface FilesChoice {
  /** Folder or http(s) address of a built site. Default: the site's output folder. */
  place?: string | undefined;
  /** Name of an installed package that contains its documentation. */
  packageName?: string | undefined;
  /** Version whose documentation the site has stored. */
  version?: string | undefined;
}

/** Each case is a source of files ({@link SiteFiles}). */
export async function chooseFiles(site: Site, { place, packageName, version }: FilesChoice): Promise<BuiltFiles> {
  if (packageName !== undefined) return openBuiltFiles(await openPack(findPack(findPackage(packageName, site.root))));
  if (version !== undefined) return openBuiltFiles(openArchivedFiles(site, version));
  return openBuiltFiles(place ?? site.config.outDir);
}
