import type { CompiledPage } from '../markdown/types.ts';
import { isChangesPage } from './changes/changes-text.ts';

/** API tables, manually written tables whose names are checked, and pages of changes. */
export function needsTypes({ apis, nameTables, sourcePath }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined || isChangesPage(sourcePath);
}
