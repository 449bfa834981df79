import { createSearchEngine, type SearchEngine } from '../runtime/search/engine.ts';
import type { SearchAnswer, SearchRequest } from '../runtime/search/protocol.ts';
import type { SearchIndexFile } from '../shared/search/index-file.ts';

startWorker();

function startWorker(): void {
  let engine: Promise<SearchEngine> = Promise.reject(new Error('No index is loaded'));
  engine.catch(() => undefined);
  const run = async (request: SearchRequest): Promise<SearchAnswer['result']> => {
    if (request.action === 'get-search-result') return (await engine).search(request.keywords);
    engine = loadEngine(request.index);
    await engine;
    return undefined;
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
  // The file name is the same in every build, so the cache must revalidate it.
  const response = await fetch(index, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`Loading ${index} failed: status ${response.status}`);
  return createSearchEngine((await response.json()) as SearchIndexFile);
}
