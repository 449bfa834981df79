/** The search worker: loads an index, then answers queries. */
import { createSearchEngine, type SearchEngine } from '../runtime/search/engine.ts';
import type { SearchAnswer, SearchRequest } from '../runtime/search/protocol.ts';
import type { SearchIndexFile } from '../shared/search/index-file.ts';

startWorker();

function startWorker(): void {
  let engine: Promise<SearchEngine> | undefined;
  const run = async (request: SearchRequest): Promise<SearchAnswer['result']> => {
    if (request.action === 'generate-metadata') {
      engine = loadEngine(request.index);
      await engine;
      return undefined;
    }
    if (!engine) throw new Error('No index is loaded');
    return await (await engine).search(request.keywords, { limit: request.limit });
  };
  addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
    const answer = (rest: Omit<SearchAnswer, 'id'>): void => postMessage({ id: data.id, ...rest });
    run(data).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: String(error) }),
    );
  });
}

async function loadEngine(index: string): Promise<SearchEngine> {
  const folder = index.slice(0, index.lastIndexOf('/') + 1);
  const file = (await loadJson(index)) as SearchIndexFile;
  return createSearchEngine(file, (name) => loadJson(folder + name));
}

async function loadJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Loading ${url} failed: status ${response.status}`);
  return await response.json();
}
