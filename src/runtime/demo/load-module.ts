import { RELOAD_STORAGE_KEY } from '../../shared/head-script.ts';

/** A script of the site that could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly type = 'error';
  readonly request: string;

  constructor(url: string, cause: unknown) {
    super(`Loading chunk ${chunkName(url)} failed.\n(error: ${url})`, { cause });
    this.request = url;
  }
}

/**
 * Imports a module of the site by its URL. When it cannot be loaded, as after a redeploy, the page is loaded anew once;
 * the promise rejects with a ChunkLoadError when that did not help or cannot.
 */
export async function loadModule<Module>(url: string): Promise<Module> {
  try {
    return (await import(/* @vite-ignore */ url)) as Module;
  } catch (cause) {
    if (isLoadFailure(cause) && rememberReload(url)) {
      location.reload();
      return await new Promise<Module>(() => undefined);
    }
    throw isLoadFailure(cause) ? new ChunkLoadError(url, cause) : cause;
  }
}

/** A module that was not loaded is a TypeError in every browser; anything else was thrown by the module itself. */
function isLoadFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /import|module|fetch/i.test(cause.message);
}

/** True when the page may be loaded anew for this address: the first time, online, and only if that is remembered. */
function rememberReload(url: string): boolean {
  if (navigator.onLine === false) return false;
  const address = new URL(url, location.href).href;
  try {
    const reloaded = (sessionStorage.getItem(RELOAD_STORAGE_KEY) ?? '').split(' ');
    if (reloaded.includes(address)) return false;
    sessionStorage.setItem(RELOAD_STORAGE_KEY, [...reloaded, address].join(' '));
    return sessionStorage.getItem(RELOAD_STORAGE_KEY)?.endsWith(address) === true;
  } catch {
    // Storage is blocked: a reload could not be remembered and might never end.
    return false;
  }
}

function chunkName(url: string): string {
  return url.split(/[?#]/)[0]?.split('/').at(-1) ?? url;
}
