import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';

/**
 * Most strings in a configuration appear on every page, so a longer one is a mistake. Front matter has the same limit.
 */
const MOST_CHARACTERS = 64 * 1024;

/** Keys whose values are passed to other tools and are not published. */
const FOR_TOOLS = ['esbuild', 'postcss'];

export function checkTexts(config: unknown, at: (path: readonly PropertyKey[]) => Location | undefined): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<object>();
  const check = (value: unknown, path: string[]): void => {
    if (typeof value === 'string' && value.length > MOST_CHARACTERS) {
      const data = { case: 'long-text', key: path.join('.'), length: value.length, most: MOST_CHARACTERS } as const;
      diagnostics.push(createDiagnostic('invalid-config-value', data, { location: at(path) }));
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      for (const [key, item] of Object.entries(value))
        if (path.length > 0 || !FOR_TOOLS.includes(key)) check(item, [...path, key]);
    }
  };
  check(config, []);
  return diagnostics;
}
