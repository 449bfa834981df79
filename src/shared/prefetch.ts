/** When the page of a link is fetched ahead: never, when the visitor is about to follow it, at once, or when it comes into view. */
export const PREFETCH_MODES = ['none', 'intent', 'render', 'viewport'] as const;
export type PrefetchMode = (typeof PREFETCH_MODES)[number];

/** The mode that a `prefetch` value stands for; throws on a value that stands for none. */
export function prefetchMode(value: unknown): PrefetchMode {
  if (value === true) return 'intent';
  if (value === false) return 'none';
  const mode = PREFETCH_MODES.find((known) => known === value);
  if (!mode) throw new Error(`Invalid prefetch value ${String(value)} found in Link component`);
  return mode;
}
