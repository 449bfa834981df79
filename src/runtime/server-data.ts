import { ownValue } from '../shared/own-value.ts';
import type { Runtime, ServerData } from './runtime.ts';

declare global {
  interface Window {
    /** Responses that a server embedded into the document, by route id. */
    __UMI_LOADER_DATA__?: Record<string, unknown>;
  }
}

/** Navigating away aborts the request. */
export function createServerData({ page, site }: Pick<Runtime, 'page' | 'site'>): ServerData {
  const listeners = new Set<() => void>();
  let data: unknown;
  let visit = new AbortController();
  const set = (next: unknown): void => {
    data = next;
    for (const listener of [...listeners]) listener();
  };
  const sendRequest = (): void => {
    visit.abort();
    visit = new AbortController();
    const { signal } = visit;
    const id = page.get().data.serverLoader?.id;
    const preloaded = id === undefined ? undefined : ownValue(window.__UMI_LOADER_DATA__, id);
    set(preloaded);
    if (id === undefined || preloaded !== undefined) return;
    request(urlOf(site.serverLoaderPath ?? site.base, id), signal).then(
      (answer) => !signal.aborted && set(answer),
      (error: unknown) => !signal.aborted && console.error(error),
    );
  };
  page.subscribe(sendRequest);
  sendRequest();
  return {
    get: () => data,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function urlOf(path: string, id: string): string {
  const query = `route=${encodeURIComponent(id)}&url=${encodeURIComponent(location.href)}`;
  return `${path.replace(/\/$/, '')}/__serverLoader?${query}`;
}

async function request(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new Error(`The server loader answers ${response.status} for ${url}`);
  return await response.json();
}
