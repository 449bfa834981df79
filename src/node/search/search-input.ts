import type { PageMeta } from '../../shared/entities.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import type { SearchableDemo, SearchRoute } from '../../shared/search/metadata.ts';
import type { CompiledPage } from '../compile/types.ts';
import { textOfHtml } from '../html-text.ts';
import type { SourcePage } from '../load/types.ts';

/** What search takes of a demo: the files of its code panel, and what it shows at first. */
export interface SearchedDemo {
  shown: DemoFile[];
  html?: string;
}

/** What a page gives to search. */
export function searchRoute(page: SourcePage, compiled: Map<string, CompiledPage>): SearchRoute {
  const { frontmatter, title, routePath, sourcePath } = page;
  const { toc = [], texts = [] } = compiled.get(sourcePath) ?? {};
  const tabs = page.tabs.map((tab): PageMeta['tabs'][number] => {
    const { toc = [], texts = [] } = compiled.get(tab.page.sourcePath) ?? {};
    return { key: tab.key, title: tab.title, meta: { frontmatter: tab.page.frontmatter, toc, texts } };
  });
  return { path: routePath, meta: { title, toc, texts, hero: frontmatter.hero, frontmatter, tabs } };
}

/** How a demo looks is not what it is about. */
const SHEET = /\.(css|less|scss|sass)$/;

/** What the demos of a page give to search: title, description, keywords, what they show at first, and their scripts. */
export function searchableDemos(
  page: SourcePage,
  {
    compiled,
    built,
    shared,
  }: {
    compiled: Map<string, CompiledPage>;
    /** By id. */
    built: Map<string, SearchedDemo>;
    /** As {@link sharedFiles} gives it. */
    shared: Set<string>;
  },
): SearchableDemo[] {
  const sources = [page, ...page.tabs.map((tab) => tab.page)];
  const demos = sources.flatMap(({ sourcePath }) => compiled.get(sourcePath)?.demos ?? []);
  return demos.map(({ id, title, description, keywords }) => ({
    id,
    route: page.routePath,
    title,
    description: textOfHtml(description ?? ''),
    keywords,
    text: textOfHtml(built.get(id)?.html ?? ''),
    code: ownFiles(built.get(id)?.shown ?? [], shared)
      .filter(({ name }) => !SHEET.test(name))
      .map(fileText),
  }));
}

/** Text of the files that several demos show, which say nothing about any of them. */
export function sharedFiles(built: Map<string, SearchedDemo>): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { code } of [...built.values()].flatMap(({ shown }) => shown)) (seen.has(code) ? shared : seen).add(code);
  return shared;
}

/** The entry, which comes first, and what no other demo shows. */
function ownFiles(files: DemoFile[], shared: Set<string>): DemoFile[] {
  return files.filter(({ code }, index) => index === 0 || !shared.has(code));
}

function fileText({ name, code }: DemoFile): string {
  return `${name} ${code}`.replace(/\s+/g, ' ').trim();
}
