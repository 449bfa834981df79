/** Optional packages of the project, loaded if the text of a page may need them. */

import type { Site } from '../project/config/types.ts';
import { loadOptional } from '../project/optional-package.ts';

/** Module file of each package, and a pattern that the text of any page that needs it matches. */
const PACKAGES = {
  temml: { file: 'dist/temml.mjs', mark: /\$`|math/ },
  'beautiful-mermaid': { file: 'dist/index.js', mark: /mermaid/ },
};

/** Returns the module of a package, or undefined if the project has not installed it. */
export function loadPackage(name: keyof typeof PACKAGES, site: Site): unknown {
  return loadOptional(name, PACKAGES[name].file, site);
}

/**
 * Loads the packages that pages may need before their time limit starts, because disk access must not count toward it. A
 * module whose loading was interrupted cannot be loaded again. Pages with embedded files load all packages.
 */
export function loadPackagesOf(texts: string[], site: Site): void {
  for (const [name, { mark }] of Object.entries(PACKAGES))
    if (texts.some((text) => mark.test(text) || /<embed\b/i.test(text)))
      loadPackage(name as keyof typeof PACKAGES, site);
}
