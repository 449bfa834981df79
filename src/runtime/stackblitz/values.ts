/** Allowed values of the editor's options; `default` leaves the choice to the editor. */
export const THEMES = ['default', 'light', 'dark'] as const;
export const VIEWS = ['default', 'editor', 'preview'] as const;
export const SIDEBAR_VIEWS = ['default', 'project', 'search', 'ports', 'settings'] as const;

export function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${name} must be one of ${allowed.join(', ')}, not ${show(value)}`);
  return found;
}

/** Returns a value for an error message, shortened to 40 characters. */
export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
