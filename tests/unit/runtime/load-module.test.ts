import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, createImport, loadModule } from '../../../src/runtime/load-module.ts';

const URL_OF_CHUNK = 'https://site.example/assets/chunk-abc.js';
const failing = (message: string) => () => Promise.reject(new TypeError(message));
const gone = failing(`Failed to fetch dynamically imported module: ${URL_OF_CHUNK}`);

let attributes: Map<string, string>;
let reloaded: string[];
let leave: () => void;
let mayReload: boolean;
let answer: () => Promise<Response>;

beforeEach(() => {
  attributes = new Map();
  reloaded = [];
  mayReload = false;
  leave = () => undefined;
  answer = async () => new Response('', { status: 404 });
  vi.stubGlobal('window', {
    cascaderDocsReload: (address: string) => {
      reloaded.push(address);
      return mayReload;
    },
  });
  vi.stubGlobal('document', {
    documentElement: {
      hasAttribute: (name: string) => attributes.has(name),
      setAttribute: (name: string, value: string) => attributes.set(name, value),
    },
  });
  vi.stubGlobal('location', { href: 'https://site.example/guide' });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    leave = listener;
  });
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', () => answer());
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const errorOf = (module: () => Promise<unknown>): Promise<unknown> =>
  loadModule(module).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('loadModule', () => {
  it('resolves with the module', async () => {
    expect(await loadModule(async () => ({ answer: 42 }))).toEqual({ answer: 42 });
  });

  it('rejects with the script, the reason and the address of a missing script', async () => {
    const error = await errorOf(gone);
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'missing', request: URL_OF_CHUNK });
    expect((error as Error).message).toBe(`Loading chunk chunk-abc.js failed.\n(missing: ${URL_OF_CHUNK})`);
    expect(reloaded).toEqual([URL_OF_CHUNK]);
  });

  it.each([
    ['missing', async () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
    ['error', async () => new Response('', { headers: { 'content-type': 'text/javascript' } })],
    ['error', async () => new Response('', { status: 503 })],
    ['error', () => Promise.reject(new TypeError('offline'))],
  ] as const)('has the type %s, depending on the response for the address', async (type, response) => {
    answer = response;
    expect(await errorOf(gone)).toMatchObject({ type });
  });

  it.each([
    'Failed to fetch dynamically imported module: https://site.example/a.js',
    'error loading dynamically imported module: https://site.example/a.js',
    'Importing a module script failed.',
    "'text/html' is not a valid JavaScript MIME type.",
  ])('recognizes the error messages of browsers: %s', async (message) => {
    expect(await errorOf(failing(message))).toBeInstanceOf(ChunkLoadError);
    expect(reloaded).toHaveLength(1);
  });

  it.each(['x is not a function', 'Failed to fetch'])('does not change an error of the module: %s', async (message) => {
    expect(await errorOf(failing(message))).toMatchObject({ name: 'TypeError', message });
    expect(reloaded).toEqual([]);
  });

  it('does not settle while the page reloads', async () => {
    mayReload = true;
    const settled = vi.fn();
    loadModule(gone).then(settled, settled);
    // No event proves that the promise stays pending.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(settled).not.toHaveBeenCalled();
    expect(attributes.get('data-navigating')).toBe('reload');
  });

  it('does not reload while the page navigates', async () => {
    mayReload = true;
    attributes.set('data-navigating', '');
    expect(await errorOf(gone)).toBeInstanceOf(ChunkLoadError);
    attributes.clear();
    const leaving = errorOf(async () => {
      leave();
      return await gone();
    });
    expect(await leaving).toBeInstanceOf(ChunkLoadError);
    expect(reloaded).toEqual([]);
  });

  it('times out after 120 seconds', async () => {
    vi.useFakeTimers();
    const settled = vi.fn();
    errorOf(() => new Promise(() => undefined)).then(settled);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'ChunkLoadError', type: 'timeout' }));
    expect(reloaded).toEqual([]);
  });
});

describe('loading an edited demo again', () => {
  it('reloads the page once for an address, whatever its fragment', async () => {
    for (const fragment of ['', '#', '##']) {
      const error = await errorOf(failing(`Failed to fetch dynamically imported module: ${URL_OF_CHUNK}${fragment}`));
      expect(String(error)).not.toContain('#');
    }
    expect(reloaded).toEqual([URL_OF_CHUNK, URL_OF_CHUNK, URL_OF_CHUNK]);
  });
});

describe('createImport', () => {
  it('requests a failed module under another name each time', async () => {
    const requested: unknown[] = [];
    const load: typeof loadModule = async (module) => {
      requested.push(typeof module);
      if (typeof module === 'string') requested.push(module);
      throw new ChunkLoadError(typeof module === 'string' ? module : URL_OF_CHUNK, 'error');
    };
    const again = createImport(load, gone);
    for (let time = 0; time < 3; time++) await expect(again()).rejects.toThrow('Loading chunk chunk-abc.js failed.');
    expect(requested).toEqual(['function', 'string', `${URL_OF_CHUNK}#`, 'string', `${URL_OF_CHUNK}##`]);
  });
});
