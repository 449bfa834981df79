import type { CompiledPage } from '../markdown/types.ts';

/** Returns true for a compiled page with API tables, or with manually written tables whose names are checked. */
export function needsTypes({ apis, nameTables }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined;
}
