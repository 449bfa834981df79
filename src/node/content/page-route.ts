import { isValidRoute, localeOf, routeOfFile } from '../../shared/route-path.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import type { PageFile } from './find-pages.ts';

export interface PageRoute {
  routePath: string;
  locale: string;
  /** Key of the tab, for `x.$tab-key.md`; its route is that of the page it belongs to. */
  tab?: string;
}

/** Matches `.$tab-key` in a file name, before the locale or the extension. */
const TAB = /\.\$tab-([^./]+)(?=[^/]*$)/;

/** Returns the route of a page's file, and an error (CD205) if its name gives no valid route. */
export function pageRoute(file: PageFile, config: ResolvedConfig): { route: PageRoute; diagnostics: Diagnostic[] } {
  const { locales, forceKebabCaseRouting } = config;
  const tab = TAB.exec(file.path)?.[1];
  const { routePath, localeId } = routeOfFile(file.path.replace(TAB, ''), {
    prefix: file.prefix,
    locales,
    kebabCase: forceKebabCaseRouting,
  });
  const route: PageRoute = { routePath, locale: localeId ?? localeOf(routePath, locales).id, tab };
  const isReserved = routePath.startsWith('/~');
  if (!isReserved && isValidRoute(routePath)) return { route, diagnostics: [] };
  const diagnostic = createDiagnostic(
    'invalid-route',
    { case: isReserved ? 'reserved' : 'characters', route: routePath },
    { location: { file: file.sourcePath, line: 1, column: 1 } },
  );
  return { route, diagnostics: [diagnostic] };
}
