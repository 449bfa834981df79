import fs from 'node:fs';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../base/diagnostics/diagnostic.ts';
import { misspelt } from '../base/diagnostics/did-you-mean.ts';
import { relativePath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';
import type { ServerModule } from './server-module.ts';

/** Reports misspelled component names (CD525). A name that resembles no known name is an addition by the author. */
export function findThemeWarnings(
  { root, config }: Site,
  { namesOfTheme: { used, known } }: ServerModule,
): Diagnostic[] {
  const { theme } = config;
  if (theme === undefined) return [];
  return used.flatMap((name) => {
    const nearest = misspelt(name, known);
    if (nearest === undefined) return [];
    const text = fs.readFileSync(theme, 'utf8');
    // The object is usually at the end of the module. It may also be in a file that the module imports.
    const found = [...text.matchAll(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))].at(-1);
    const location = locate(relativePath(root, theme), text, found?.index ?? 0, found ? name.length : 1);
    return createDiagnostic('misspelt-theme-component', { name, nearest }, { location });
  });
}
