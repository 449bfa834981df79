/** When to prefetch the page of a link: never, on intent to follow it, when it is rendered, or when it enters the viewport. */
export const PREFETCH_MODES = ['none', 'intent', 'render', 'viewport'] as const;
export type PrefetchMode = (typeof PREFETCH_MODES)[number];

/** Throws for an invalid value. */
export function prefetchMode(value: unknown): PrefetchMode {
  if (value === true) return 'intent';
  if (value === false) return 'none';
  const mode = PREFETCH_MODES.find((known) => known === value);
  if (!mode) throw new Error(`Invalid \`prefetch\` value ${String(value)} in a \`<Link>\``);
  return mode;
}
