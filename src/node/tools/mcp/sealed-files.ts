import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import type { SiteFiles } from './built-files.ts';

/**
 * Opens the stored documentation of a version, such as `1.22`.
 *
 * @throws DiagnosticError if the site has none
 */
export async function openSealedFiles(_site: Site, version: string): Promise<SiteFiles> {
  throw failure(2, 'unknown-docs-version', { version });
}
