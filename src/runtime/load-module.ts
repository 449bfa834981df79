import { NAVIGATING_ATTRIBUTE, RELOADING } from './events.ts';

declare global {
  interface Window {
    /**
     * Set by the head script. Reloads the page once because `address` is missing; returns false if it may not, such as
     * while a demo is edited.
     */
    cascaderDocsReload?: (address: string) => boolean;
  }
}

/** Imports a module of the site, from its URL or with a function that imports it. */
export type LoadModule = <Module>(module: string | (() => Promise<Module>), limit?: number) => Promise<Module>;

/** Time limit for loading a script, in milliseconds. */
const LOAD_TIME = 120_000;

/** Thrown if a script of the site cannot be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  /**
   * @param request address of the script; empty if the browser does not report it
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
 * Imports a module of the site. If it cannot be loaded, for example after a redeploy, the page reloads once. Rejects with
 * a ChunkLoadError after `limit` milliseconds (default: 120,000). Also rejects with this error if the reload did not
 * help or is not allowed, for example while a demo is being edited.
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
    const address = url || addressIn(cause);
    if (!leaving && reload(withoutFragment(address || location.href))) return await new Promise<never>(() => undefined);
    throw new ChunkLoadError(address, address ? await typeOfFailure(address) : 'error', cause);
  } finally {
    clearTimeout(timer);
    removeEventListener('beforeunload', leave);
  }
};

/**
 * Creates a function that imports a module and can retry after a failure. A browser may cache the failed import, so
 * each retry uses the URL with another fragment.
 */
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

/** Detects failed imports. Every browser throws a TypeError for them; other errors come from the module. */
function isLoadFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /imported module|module script|MIME/i.test(cause.message);
}

/** Returns the address in the browser's error message, or an empty string. */
function addressIn(cause: unknown): string {
  return /https?:\S+$/.exec(String(cause))?.[0] ?? '';
}

/** Removes the fragment that {@link createImport} adds for a retry. */
function withoutFragment(address: string): string {
  return address.replace(/#.*/, '');
}

/** Starts a reload of the page. Skipped during a navigation, which also replaces the page and must not be interrupted. */
function reload(address: string): boolean {
  const root = document.documentElement;
  if (root.hasAttribute(NAVIGATING_ATTRIBUTE) || !window.cascaderDocsReload?.(address)) return false;
  root.setAttribute(NAVIGATING_ATTRIBUTE, RELOADING);
  return true;
}

/** Fetches the address to find out why `import()` failed, because its error does not say. */
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
