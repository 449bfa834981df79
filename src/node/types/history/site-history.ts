import type { ApiComponent } from '../../../shared/api.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedPackages } from '../../project/libraries.ts';
import { namesOf } from './api-names.ts';
import { addNotes } from './api-notes.ts';
import { createLibraryHistory, type LibraryHistory } from './library-history.ts';
import { historyPath, type ReadHistory } from './read-history.ts';

/**
 * Creates the history for a site. Without `components`, no names are known to be new or removed. `history` is absent if
 * the site has no history file, or if the file cannot be used.
 */
export function libraryHistory(
  site: Site,
  { history: data, notes = [], diagnostics }: ReadHistory,
  components: readonly ApiComponent[],
): { history?: LibraryHistory; diagnostics: Diagnostic[] } {
  if (!data || components.length === 0) return { diagnostics };
  const documented = documentedPackages(site);
  if (!isDocumented(data, documented)) {
    const location = { file: relativePath(site.root, historyPath(site) ?? ''), line: 1, column: 1 };
    const wrong = { case: 'package', found: data.package, documented } as const;
    return { diagnostics: [...diagnostics, createDiagnostic('contradictory-api-history', wrong, { location })] };
  }
  const noted = addNotes(data, notes, namesOf(components));
  const history = createLibraryHistory(noted.history, components, site.config.base);
  return { history, diagnostics: [...diagnostics, ...noted.diagnostics] };
}

/** Returns the history with its notes if it belongs to the library that the site documents. Errors are reported with the types. */
export function documentedHistory(site: Site, { history, notes = [] }: ReadHistory): ApiHistory | undefined {
  return history && isDocumented(history, documentedPackages(site)) ? addNotes(history, notes).history : undefined;
}

function isDocumented(history: ApiHistory, documented: readonly string[]): boolean {
  return documented.length === 0 || documented.includes(history.package);
}
