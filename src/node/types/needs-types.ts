import type { CompiledPage } from '../markdown/types.ts';
import { isChangesPage } from './changes/changes-text.ts';

/**
 * Returns true for a compiled page with API tables, for one with manually written tables whose names are checked, and for a page
 * of changes.
 */
export function needsTypes({ apis, nameTables, sourcePath }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined || isChangesPage(sourcePath);
}
