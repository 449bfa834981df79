/** Reads the history of a site's library, and compares it with the exports of the working tree. */
import type { ApiComponent } from '../../../shared/api.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedPackages } from '../../project/libraries.ts';
import { checkSince } from './check-since.ts';
import { createLibraryHistory, type LibraryHistory } from './library-history.ts';
import { historyPath, readSiteHistory } from './read-history.ts';

/**
 * Reads the history of the library that a site documents.
 *
 * @param components exports of the working tree; if there are none, nothing is known to be new or removed
 * @returns `history` is absent if the site has no history, or if its file cannot be used
 */
export async function readLibraryHistory(
  site: Site,
  components: readonly ApiComponent[],
): Promise<{ history?: LibraryHistory; diagnostics: Diagnostic[] }> {
  const { history: data, diagnostics } = await readSiteHistory(site);
  if (!data || components.length === 0) return { diagnostics };
  const documented = documentedPackages(site);
  if (!isDocumented(data, documented)) {
    const location = { file: relativePath(site.root, historyPath(site) ?? ''), line: 1, column: 1 };
    const wrong = { case: 'package', found: data.package, documented } as const;
    return { diagnostics: [...diagnostics, createDiagnostic('contradictory-api-history', wrong, { location })] };
  }
  const history = createLibraryHistory(data, components);
  return { history, diagnostics: [...diagnostics, ...checkSince(site, history, components)] };
}

/** Reads the history of the library that a site documents. Its errors are reported with the types. */
export async function readDocumentedHistory(site: Site): Promise<ApiHistory | undefined> {
  const { history } = await readSiteHistory(site);
  return history && isDocumented(history, documentedPackages(site)) ? history : undefined;
}

function isDocumented(history: ApiHistory, documented: readonly string[]): boolean {
  return documented.length === 0 || documented.includes(history.package);
}
