/** Documents as `build`, `dev` and `check` make them: by this one call. */
import { compileLanguages } from '../bundle/languages.ts';
import { renderMarkdown } from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import { interfaceStrings } from '../interface-strings.ts';
import { createNavigationLookup, type NavigationLookup } from '../load/navigation-lookup.ts';
import type { SourcePage } from '../load/types.ts';
import { packageVersion } from '../package-dir.ts';
import { createDocuments, type DocumentOptions, type Documents } from '../prerender/documents.ts';
import type { CompiledSite } from '../prerender/types.ts';

/** What documents are made of, besides what follows from the configuration. */
export interface DocumentParts
  extends CompiledSite,
    Pick<
      DocumentOptions,
      'renderer' | 'demos' | 'search' | 'api' | 'runsCode' | 'pagesOnly' | 'writtenTwin' | 'onTime'
    > {
  /** Pages that are wanted. */
  pages: SourcePage[];
  /** Of the navigation, where it is kept. */
  lookup?: NavigationLookup;
}

/** Prepares the documents of a site. Throws a DiagnosticError when a page uses a component that the theme does not have. */
export function composeDocuments({ site, loaded, compiled, bundle, pages, ...parts }: DocumentParts): Documents {
  const jobs = pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
  return createDocuments({ site, loaded, compiled, bundle }, jobs, {
    lookup: createNavigationLookup(loaded.navigation),
    ...parts,
    renderMarkdown,
    strings: interfaceStrings(site),
    languages: Object.entries(compileLanguages(site)).map(([id, { name }]) => ({ id, name })),
    generator: `cascader-docs ${packageVersion}`,
  });
}
