import type { FenceInfo } from './fence-info.ts';

/** Whether a fence means a demo, by what it says and by its code: one without a default export is an illustration. */
export function isDemoFence(code: string, { lang, flags }: FenceInfo, mode: 'active' | 'passive'): boolean {
  if ((lang !== 'tsx' && lang !== 'jsx') || flags.has('pure') || flags.has('twoslash')) return false;
  if (flags.has('demo')) return true;
  return mode === 'active' && /^\s*export\s+default\b|^\s*export\s*\{[^}]*\bas\s+default\b/m.test(code);
}
