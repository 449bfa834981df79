import type { SearchAnswer, SearchRequest, SearchResult } from './protocol.ts';

type Request = SearchRequest extends infer Known ? (Known extends SearchRequest ? Omit<Known, 'id'> : never) : never;

export type SearchClient = ReturnType<typeof createSearchClient>;

/** Starts the worker and loads the index immediately. */
export function createSearchClient(worker: string, index: string) {
  let channel: Channel | undefined;
  const open = (): Channel => {
    channel ??= openChannel(worker, index);
    return channel;
  };
  open();
  let latest = 0;
  return {
    /**
     * Returns the hits for a query; undefined if a newer query arrived while the index was loading. Rejects if the
     * worker or the index cannot be loaded; the next call tries again.
     */
    async search(keywords: string, limit: number): Promise<SearchResult | undefined> {
      const id = ++latest;
      const own = open();
      try {
        await own.ready;
        if (id !== latest) return undefined;
        return await own.request({ action: 'get-search-result', keywords, limit });
      } catch (error) {
        if (channel === own) channel = undefined;
        own.close();
        throw error;
      }
    },
    close: (): void => channel?.close(),
  };
}

type Channel = ReturnType<typeof openChannel>;

function openChannel(url: string, index: string) {
  const worker = new Worker(url, { type: 'module' });
  const waiting = new Map<number, { resolve: (result?: SearchResult) => void; reject: (error: Error) => void }>();
  let count = 0;
  const fail = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) request?.resolve(data.result);
    else request?.reject(new Error(data.error));
  });
  worker.addEventListener('error', () => fail(`Loading ${url} failed`));
  const sendRequest = (request: Request): Promise<SearchResult | undefined> =>
    new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      worker.postMessage({ ...request, id: count });
    });
  const ready = sendRequest({ action: 'generate-metadata', index });
  // The first search reports the error.
  ready.catch(() => undefined);
  return {
    /** Resolves when the index is loaded. */
    ready,
    request: sendRequest,
    close(): void {
      worker.terminate();
      fail('The search was ended');
    },
  };
}
