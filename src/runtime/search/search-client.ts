import type { SearchAnswer, SearchRequest, SearchResult } from './protocol.ts';

/** A request without its number. */
type Request = SearchRequest extends infer Known ? (Known extends SearchRequest ? Omit<Known, 'id'> : never) : never;

/** Asks the search worker. */
export interface SearchClient {
  /** Pages and hits for what was typed. Rejects when the worker or the index cannot be loaded; the next call tries again. */
  search: (keywords: string, limit: number) => Promise<SearchResult>;
}

/**
 * Creates the client of a worker, which is started, and loads its index, at once.
 *
 * @param worker URL of the worker's script
 * @param index URL of the index
 */
export function createSearchClient(worker: string, index: string): SearchClient {
  let channel = openChannel(worker);
  let loading = channel.ask({ action: 'generate-metadata', index });
  // Told by the first search.
  loading.catch(() => undefined);
  let failed = false;
  return {
    async search(keywords, limit) {
      if (failed) {
        channel = openChannel(worker);
        loading = channel.ask({ action: 'generate-metadata', index });
        failed = false;
      }
      try {
        await loading;
        return (await channel.ask({ action: 'get-search-result', keywords, limit })) as SearchResult;
      } catch (error) {
        failed = true;
        channel.close();
        throw error;
      }
    },
  };
}

function openChannel(url: string): { ask: (request: Request) => Promise<SearchResult | undefined>; close: () => void } {
  const worker = new Worker(url, { type: 'module' });
  const waiting = new Map<number, { resolve: (result?: SearchResult) => void; reject: (error: Error) => void }>();
  let count = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) request?.resolve(data.result);
    else request?.reject(new Error(data.error));
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error(`Loading ${url} failed`));
    waiting.clear();
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting.set(++count, { resolve, reject });
        worker.postMessage({ ...request, id: count });
      }),
    close: () => worker.terminate(),
  };
}
