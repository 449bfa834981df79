import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';

/** Longer texts are not written by hand, and most texts of a configuration are on every page. Front matter has the same limit. */
const MOST_CHARACTERS = 64 * 1024;

/** Keys whose values are for other tools, and are not published as they are. */
const FOR_TOOLS = ['esbuild', 'postcss'];

/** Reports texts of a configuration that are too long (CD111). */
export function checkTexts(
  config: unknown,
  place: (path: readonly PropertyKey[]) => Location | undefined,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<object>();
  const check = (value: unknown, path: string[]): void => {
    if (typeof value === 'string' && value.length > MOST_CHARACTERS) {
      diagnostics.push({
        severity: 'error',
        code: 'CD111',
        text: `The text of "${path.join('.')}" has ${value.length} characters: at most ${MOST_CHARACTERS} are allowed`,
        location: place(path),
        notes: ['Shorten it. Code and pictures belong into files: name their addresses.'],
      });
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      for (const [key, item] of Object.entries(value))
        if (path.length > 0 || !FOR_TOOLS.includes(key)) check(item, [...path, key]);
    }
  };
  check(config, []);
  return diagnostics;
}
