import type { Site } from '../project/config/types.ts';
import { loadOptional } from '../project/optional-package.ts';

const PACKAGES = {
  temml: { file: 'dist/temml.mjs', mark: /\$`|math/ },
  'beautiful-mermaid': { file: 'dist/index.js', mark: /mermaid/ },
};

export function loadPackage(name: keyof typeof PACKAGES, site: Site): unknown {
  return loadOptional(name, PACKAGES[name].file, site);
}

/**
 * Disk access must not count toward the pages' time limit, and a module whose loading was interrupted cannot be loaded
 * again. Pages with embedded files load all packages.
 */
export function loadPackagesOf(texts: string[], site: Site): void {
  for (const [name, { mark }] of Object.entries(PACKAGES))
    if (texts.some((text) => mark.test(text) || /<embed\b/i.test(text)))
      loadPackage(name as keyof typeof PACKAGES, site);
}
