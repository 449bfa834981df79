import { NAVIGATING_ATTRIBUTE, RELOADING } from './events.ts';

declare global {
  interface Window {
    /**
     * Reloads the page once because `address` is missing; returns false if it must not, such as while a demo is edited.
     */
    cascaderDocsReload?: (url: string) => boolean;
  }
}

export type LoadModule = <Module>(module: string | (() => Promise<Module>), limit?: number) => Promise<Module>;

/** Time limit for loading a script, in milliseconds. */
const LOAD_TIME = 120_000;

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  /**
   * @param request URL of the script; empty if the browser does not report it
   * @param type `timeout`, `missing` (404, or not a script), or `error`
   */
  constructor(
    readonly request: string,
    readonly type: 'timeout' | 'missing' | 'error',
    cause?: unknown,
  ) {
    super(
      `Loading chunk ${request.split(/[?#]/)[0]?.split('/').at(-1)} failed.\n(${type}: ${withoutFragment(request)})`,
      { cause },
    );
  }
}

/**
 * If a module cannot be loaded, the page reloads once; rejects with a ChunkLoadError if that did not help or is not
 * allowed, or after `limit` ms (default: 120,000).
 */
export const loadModule: LoadModule = async <Module>(
  module: string | (() => Promise<Module>),
  limit: number = LOAD_TIME,
): Promise<Module> => {
  const isUrl = typeof module === 'string';
  const url = isUrl ? new URL(module, location.href).href : '';
  let leaving = false;
  const leave = (): void => {
    leaving = true;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('beforeunload', leave);
  try {
    return await Promise.race([
      isUrl ? (import(/* @vite-ignore */ url) as Promise<Module>) : module(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ChunkLoadError(url, 'timeout')), limit);
      }),
    ]);
  } catch (cause) {
    if (!isLoadFailure(cause)) throw cause;
    const failed = url || urlIn(cause);
    if (!leaving && reload(withoutFragment(failed || location.href))) return await new Promise<never>(() => undefined);
    throw new ChunkLoadError(failed, failed ? await typeOfFailure(failed) : 'error', cause);
  } finally {
    clearTimeout(timer);
    removeEventListener('beforeunload', leave);
  }
};

/** A browser may cache the failed import, so each retry uses the URL with a different fragment. */
export function createImport<Module>(
  load: LoadModule,
  module: string | (() => Promise<Module>),
): () => Promise<Module> {
  let wanted = module;
  return async () => {
    try {
      return await load<Module>(wanted);
    } catch (error) {
      const { request } = error as Partial<ChunkLoadError>;
      if (request) wanted = `${request}#`;
      throw error;
    }
  };
}

/** Every browser throws a TypeError if loading fails; other errors come from the module. */
function isLoadFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /imported module|module script|MIME/i.test(cause.message);
}

function urlIn(cause: unknown): string {
  return /https?:\S+$/.exec(String(cause))?.[0] ?? '';
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/, '');
}

/** Skipped during a navigation, which also replaces the page and must not be interrupted. */
function reload(url: string): boolean {
  const root = document.documentElement;
  if (root.hasAttribute(NAVIGATING_ATTRIBUTE) || !window.cascaderDocsReload?.(url)) return false;
  root.setAttribute(NAVIGATING_ATTRIBUTE, RELOADING);
  return true;
}

/** Fetches the URL to find out why `import()` failed, because its error does not say. */
async function typeOfFailure(url: string): Promise<'missing' | 'error'> {
  try {
    const { ok, status, headers } = await fetch(url);
    const isScript = /javascript/.test(headers.get('content-type') ?? '');
    return status === 404 || (ok && !isScript) ? 'missing' : 'error';
  } catch {
    // The network request failed.
    return 'error';
  }
}
