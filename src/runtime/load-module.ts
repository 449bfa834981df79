import { NAVIGATING_ATTRIBUTE, RELOADING } from './events.ts';

declare global {
  interface Window {
    /** Of the head script: loads the page anew for a missing address, once; false when it may not, as while a demo is edited. */
    cascaderDocsReload?: (address: string) => boolean;
  }
}

/** Imports a module of the site, by its URL or by a function that imports it. */
export type LoadModule = <Module>(module: string | (() => Promise<Module>), limit?: number) => Promise<Module>;

/** How long a script may take to load, in milliseconds. */
const LOAD_TIME = 120_000;

/** A script of the site that could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  /**
   * @param request address of the script; empty where the browser does not tell it
   * @param type `timeout`, `missing` (404, or no script), or `error`
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
 * Imports a module of the site. When it cannot be loaded, as after a redeploy, the page is loaded anew once; the promise
 * rejects with a ChunkLoadError when that did not help or cannot, while a demo is edited, or after `limit` (120 seconds).
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
 * Makes a function that imports a module, and after a failure imports it anew: a browser may remember that a script could not be
 * loaded, but with another fragment it is another one.
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

/** A module that was not loaded is a TypeError in every browser; anything else was thrown by the module itself. */
function isLoadFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /imported module|module script|MIME/i.test(cause.message);
}

/** Address in the browser's message, where it tells one. */
function addressIn(cause: unknown): string {
  return /https?:\S+$/.exec(String(cause))?.[0] ?? '';
}

/** An address is tried under several names, see {@link createImport}. */
function withoutFragment(address: string): string {
  return address.replace(/#.*/, '');
}

/** A page that is on its way heals the tab too, and must not be stopped by a reload. */
function reload(address: string): boolean {
  const root = document.documentElement;
  if (root.hasAttribute(NAVIGATING_ATTRIBUTE) || !window.cascaderDocsReload?.(address)) return false;
  root.setAttribute(NAVIGATING_ATTRIBUTE, RELOADING);
  return true;
}

/** `import()` does not say why it failed: the address is asked. */
async function typeOfFailure(url: string): Promise<'missing' | 'error'> {
  try {
    const { ok, status, headers } = await fetch(url);
    const isScript = /javascript/.test(headers.get('content-type') ?? '');
    return status === 404 || (ok && !isScript) ? 'missing' : 'error';
  } catch {
    // The network gives no answer at all.
    return 'error';
  }
}
