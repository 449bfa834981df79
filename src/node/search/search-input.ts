import type { PageMeta } from '../../shared/entities.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import type { SearchableDemo, SearchRoute } from '../../shared/search/metadata.ts';
import type { StepInfo } from '../../shared/steps.ts';
import { textOfHtml } from '../base/html-text.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';

/** Searchable content of a demo: the files of its code panel, as returned by {@link searchedFiles}, and its pre-rendered HTML. */
export interface SearchedDemo {
  searched: DemoFile[];
  html?: string;
  steps?: { list: readonly StepInfo[] };
}

export function searchRoute(page: SourcePage, [main, ...others]: CompiledPage[]): SearchRoute {
  const { frontmatter, title, routePath } = page;
  const { toc = [], texts = [] } = main ?? {};
  const tabs = page.tabs.map((tab, index): PageMeta['tabs'][number] => {
    const { toc = [], texts = [] } = others[index] ?? {};
    return { key: tab.key, title: tab.title, meta: { frontmatter: tab.page.frontmatter, toc, texts } };
  });
  return { path: routePath, meta: { title, toc, texts, hero: frontmatter.hero, frontmatter, tabs } };
}

/** Style sheets are not searchable, because they say nothing about a demo's topic. */
const SHEET = /\.(css|less|scss|sass)$/;

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
    text: textOf(known.get(id)),
    code: (known.get(id)?.searched ?? []).filter(({ name }) => !SHEET.test(name)).map(fileText),
  }));
}

function textOf({ html = '', steps }: Partial<SearchedDemo> = {}): string {
  return [textOfHtml(html), ...(steps?.list ?? []).map(({ name }) => name)].filter(Boolean).join('. ');
}

function fileText({ name, code }: DemoFile): string {
  return `${name} ${code}`.replace(/\s+/g, ' ').trim();
}
