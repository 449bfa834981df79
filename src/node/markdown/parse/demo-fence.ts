import type { FenceInfo } from './fence-info.ts';

/** Decides by info string and code. Code without a default export or the word `demo` is an illustration. */
export function isDemoFence(code: string, { lang, flags }: FenceInfo, mode: 'active' | 'passive'): boolean {
  if ((lang !== 'tsx' && lang !== 'jsx') || flags.has('pure') || flags.has('twoslash')) return false;
  if (flags.has('demo')) return true;
  return mode === 'active' && /^\s*export\s+default\b|^\s*export\s*\{[^}]*\bas\s+default\b/m.test(code);
}

/** Returns true if a page may contain a demo in a fence. Has false positives, but no false negatives. */
export function mayHaveDemoFence(source: string): boolean {
  return /(?:```|~~~) *[jt]sx/.test(source) || source.includes('<embed');
}

/** Returns true if a page may show a story. Has false positives, but no false negatives. */
export function mayHaveStory(source: string): boolean {
  return /\bsrc\s*=[^>]*#/.test(source) || source.includes('<embed');
}
