import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourcePage } from './types.ts';

/** A page of its own file that is shown as a tab of another one. */
export interface TabPage {
  key: string;
  page: SourcePage;
}

/** Puts tabs (`x.$tab-key.md`) into the pages with their routes; a tab without a page is an error (CD208). */
export function attachTabs(pages: SourcePage[], tabs: TabPage[]): Diagnostic[] {
  const byRoute = new Map(pages.map((page) => [page.routePath, page]));
  const diagnostics: Diagnostic[] = [];
  const reject = (page: SourcePage, text: string, note: string) =>
    diagnostics.push({
      severity: 'error',
      code: 'CD208',
      text,
      location: { file: page.sourcePath, line: 1, column: 1 },
      notes: [note],
    });
  for (const { key, page } of tabs) {
    const owner = byRoute.get(page.routePath);
    const other = owner?.tabs.find((tab) => tab.key === key);
    if (!owner) {
      const expected = page.sourcePath.replace(/\.\$tab-[^./]+/, '');
      reject(page, `Tab "${key}" has no page: ${expected} does not exist`, `Write ${expected}, or rename this file.`);
    } else if (key === 'default') {
      reject(page, 'Tab key "default" is taken: it stands for the page itself', 'Rename the file.');
    } else if (other) {
      reject(
        page,
        `Duplicate tab "${key}": ${other.page.sourcePath} and ${page.sourcePath}`,
        'Rename one of the two files.',
      );
    } else {
      owner.tabs.push({ key, title: page.title, page });
    }
  }
  return diagnostics;
}
