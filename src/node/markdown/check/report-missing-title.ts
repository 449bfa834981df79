import { localeOf, removeLocale } from '../../../shared/route-path.ts';
import { type FileContext, report } from '../context.ts';

/**
 * Tells of a page whose title was guessed from its file's name (CD330). A name that is written as the title, such as
 * `Button.md`, is none; a tab is called by its key, a home page by the site or by its hero.
 */
export function reportMissingTitle(context: FileContext): void {
  const { page, site, idPrefix, out } = context.page;
  const { title, hero } = page.frontmatter;
  const { locales } = site.config;
  const isHome = removeLocale(page.routePath, localeOf(page.routePath, locales)) === '/';
  if (title || hero?.title || isHome || idPrefix || context.page.headings.hasTitle) return;
  // What cannot be read has told so, and may have a title.
  if (out.diagnostics.some(({ severity }) => severity === 'error')) return;
  if (page.sourcePath.split(/[/.]/).includes(page.title)) return;
  report(context, 'missing-title', { title: page.title }, { at: { line: 1, column: 1 } });
}
