import { createSearchEngine, type SearchEngine } from '../runtime/search/engine.ts';
import type { SearchAnswer, SearchRequest } from '../runtime/search/protocol.ts';
import type { SearchIndexFile } from '../shared/search/index-file.ts';

startWorker();

function startWorker(): void {
  let engine: Promise<SearchEngine> | undefined;
  let reload = (): Promise<SearchEngine> => Promise.reject(new Error('No index is loaded'));
  const start = (): Promise<SearchEngine> => {
    engine = reload();
    // The next query tries again.
    engine.catch(() => {
      engine = undefined;
    });
    return engine;
  };
  const run = async (request: SearchRequest): Promise<SearchAnswer['result']> => {
    if (request.action === 'generate-metadata') {
      reload = () => loadEngine(request.index);
      await start();
      return undefined;
    }
    const { keywords, limit } = request;
    const search = async (loading: Promise<SearchEngine>): Promise<SearchAnswer['result']> =>
      await (await loading).search(keywords, { limit });
    return await search(engine ?? start()).catch((error: unknown) => {
      // The site was rebuilt in the meantime, so the new index has the current file names.
      if (/status 404/.test(String(error))) return search(start());
      throw error;
    });
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
  const file = (await loadJson(index, { cache: 'no-cache' })) as SearchIndexFile;
  const folder = index.replace(/\.json$/, '/');
  return createSearchEngine(file, (name) => loadJson(folder + name));
}

async function loadJson(url: string, options?: RequestInit): Promise<unknown> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`Loading ${url} failed: status ${response.status}`);
  return await response.json();
}
