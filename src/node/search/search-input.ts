import type { PageMeta } from '../../shared/entities.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import type { SearchableDemo, SearchRoute } from '../../shared/search/metadata.ts';
import { textOfHtml } from '../base/html-text.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';

/** What search takes of a demo: files of its code panel, as {@link searchedFiles} gives them, and what it shows at first. */
export interface SearchedDemo {
  searched: DemoFile[];
  html?: string;
}

/** What a page gives to search. */
export function searchRoute(page: SourcePage, [main, ...others]: CompiledPage[]): SearchRoute {
  const { frontmatter, title, routePath } = page;
  const { toc = [], texts = [] } = main ?? {};
  const tabs = page.tabs.map((tab, index): PageMeta['tabs'][number] => {
    const { toc = [], texts = [] } = others[index] ?? {};
    return { key: tab.key, title: tab.title, meta: { frontmatter: tab.page.frontmatter, toc, texts } };
  });
  return { path: routePath, meta: { title, toc, texts, hero: frontmatter.hero, frontmatter, tabs } };
}

/** How a demo looks is not what it is about. */
const SHEET = /\.(css|less|scss|sass)$/;

/**
 * What the demos of a page give to search: title, description, keywords, what they show at first, and their scripts.
 *
 * @param known by id
 */
export function searchableDemos(
  page: SourcePage,
  parts: CompiledPage[],
  known: ReadonlyMap<string, SearchedDemo>,
): SearchableDemo[] {
  const demos = parts.flatMap((part) => part.demos);
  return demos.map(({ id, title, description, keywords }) => ({
    id,
    route: page.routePath,
    title,
    description: textOfHtml(description ?? ''),
    keywords,
    text: textOfHtml(known.get(id)?.html ?? ''),
    code: (known.get(id)?.searched ?? []).filter(({ name }) => !SHEET.test(name)).map(fileText),
  }));
}

function fileText({ name, code }: DemoFile): string {
  return `${name} ${code}`.replace(/\s+/g, ' ').trim();
}
