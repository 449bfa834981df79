/** Packages of a project that pages ask for by what they hold. */

import type { Site } from '../project/config/types.ts';
import { loadOptional } from '../project/optional-package.ts';

/** Their modules, and what a page that needs one has in its text. */
const PACKAGES = {
  temml: { file: 'dist/temml.mjs', mark: /\$`|math/ },
  'beautiful-mermaid': { file: 'dist/index.js', mark: /mermaid/ },
};

/** The module of a package; undefined when the project has not installed it. */
export function loadPackage(name: keyof typeof PACKAGES, site: Site): unknown {
  return loadOptional(name, PACKAGES[name].file, site);
}

/**
 * Loads what pages may need, before their time begins: how long the disk takes is no fault of theirs, and a module whose
 * loading is cut short cannot be loaded again. What a page embeds may need any of them.
 */
export function loadPackagesOf(texts: string[], site: Site): void {
  for (const [name, { mark }] of Object.entries(PACKAGES))
    if (texts.some((text) => mark.test(text) || /<embed\b/i.test(text)))
      loadPackage(name as keyof typeof PACKAGES, site);
}
