import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from './types.ts';

/** Reports a tab without a page (CD208). */
export function attachTabs(pages: SourcePage[], tabs: { key: string; page: SourcePage }[]): Diagnostic[] {
  const byRoute = new Map(pages.map((page) => [page.routePath, page]));
  const diagnostics: Diagnostic[] = [];
  const reject = (page: SourcePage, data: DataOf<'misplaced-tab'>) =>
    diagnostics.push(
      createDiagnostic('misplaced-tab', data, { location: { file: page.sourcePath, line: 1, column: 1 } }),
    );
  for (const { key, page } of tabs) {
    const owner = byRoute.get(page.routePath);
    const other = owner?.tabs.find((tab) => tab.key === key);
    if (!owner) {
      reject(page, { case: 'no-page', key, expected: page.sourcePath.replace(/\.\$tab-[^./]+/, '') });
    } else if (key === 'default') {
      reject(page, { case: 'default' });
    } else if (other) {
      reject(page, { case: 'duplicate', key, files: [other.page.sourcePath, page.sourcePath] });
    } else {
      owner.tabs.push({ key, title: page.title, page });
    }
  }
  return diagnostics;
}

export function withTabs(page: SourcePage): SourcePage[] {
  return [page, ...page.tabs.map((tab) => tab.page)];
}

export function routesOf({ routePath, fallbacks = [] }: SourcePage): string[] {
  return [routePath, ...fallbacks.map((fallback) => fallback.routePath)];
}
