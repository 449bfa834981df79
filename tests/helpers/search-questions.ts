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

/** Returns the engine of the only index in a built site, with the files that the browser would load. */
export async function engineOfSite(outDir: string): Promise<SearchEngine> {
  const folder = path.join(outDir, '~search');
  const name = (await fs.readdir(folder)).find((file) => file.endsWith('.json')) ?? '';
  const read = async (file: string): Promise<unknown> => JSON.parse(await fs.readFile(path.join(folder, file), 'utf8'));
  return createSearchEngine((await read(name)) as Parameters<typeof createSearchEngine>[0], (file) =>
    read(path.join(path.basename(name, '.json'), file)),
  );
}

/** Returns the rank of the first answer among the hits as readers see them, counted from 1; 0 if there is none. */
export async function rankOfAnswer(engine: SearchEngine, { query, pages }: SearchQuestion): Promise<number> {
  const { groups } = await engine.search(query, { limit: 8 });
  const links = groups.flatMap(({ hints }) => hints.map(({ link }) => link));
  return links.findIndex((link) => pages.some((page) => isAnswer(link, page))) + 1;
}

function isAnswer(link: string, page: string): boolean {
  if (page.startsWith('#')) return link.endsWith(page);
  return page.includes('#') ? link === page : link.replace(/[?#].*/, '') === page;
}
