/** Real questions for search on this repository's two sites, and the pages that answer them. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { createSearchEngine, type SearchEngine } from '../../src/runtime/search/engine.ts';

export interface SearchQuestion {
  site: 'own' | 'handbook';
  query: string;
  /** Links that answer it, without the base: a page (`/a`), a place on a page (`/a#b`), or a place on any page (`#b`). */
  pages: string[];
  /** The question was not used while the ranking was changed. */
  aside?: true;
  /** True if an answer was among the first three hits before the ranking was changed. */
  before: boolean;
}

const FILE = path.resolve(import.meta.dirname, '../fixtures/search/questions.json');

export async function readQuestions(): Promise<SearchQuestion[]> {
  return JSON.parse(await fs.readFile(FILE, 'utf8')) as SearchQuestion[];
}

/** Returns the engine of the only index in a built site. */
export async function engineOfSite(outDir: string): Promise<SearchEngine> {
  const folder = path.join(outDir, '~search');
  const [name = ''] = await fs.readdir(folder);
  return createSearchEngine(JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')));
}

/** Returns the rank of the first answer among the hits as readers see them, counted from 1; 0 if there is none. */
export function rankOfAnswer(engine: SearchEngine, { query, pages }: SearchQuestion): number {
  const { groups } = engine.search(query);
  const links = groups.flatMap(({ hints }) => hints.map(({ link }) => link));
  return links.findIndex((link) => pages.some((page) => isAnswer(link, page))) + 1;
}

function isAnswer(link: string, page: string): boolean {
  if (page.startsWith('#')) return link.endsWith(page);
  return page.includes('#') ? link === page : link.replace(/[?#].*/, '') === page;
}
