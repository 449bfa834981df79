import type { CompiledPage } from '../markdown/types.ts';

/** True for a compiled page that does ask. */
export function needsTypes({ apis, nameTables }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined;
}
