import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadStyles, StyleLoadError, updateHead } from '../../../../src/runtime/navigation/head.ts';

const HREF = 'https://site.example/assets/demo-abc.css';

/** The members of a link element that the code uses. */
function createLink() {
  const listeners = new Map<string, (event: { type: string }) => void>();
  return {
    href: HREF,
    media: '',
    removed: false,
    getAttribute: (name: string) => (name === 'href' ? HREF : null),
    setAttribute: () => undefined,
    removeAttribute: () => undefined,
    addEventListener: (type: string, listener: (event: { type: string }) => void) => listeners.set(type, listener),
    remove() {
      this.removed = true;
    },
    fire: (type: string) => listeners.get(type)?.({ type }),
  };
}

let link: ReturnType<typeof createLink>;
const from = {
  head: { querySelectorAll: (selector: string) => (selector.startsWith('link[rel') ? [link] : []) },
} as unknown as Document;
const outcome = () =>
  loadStyles(from).then(
    () => 'loaded',
    (error: unknown) => error,
  );

beforeEach(() => {
  vi.useFakeTimers();
  link = createLink();
  vi.stubGlobal('document', {
    head: { querySelectorAll: () => [], append: () => undefined },
    importNode: (node: unknown) => node,
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('replaces the metadata of the page before', () => {
  const head: { name: string; remove(): void }[] = [];
  const meta = (name: string) => ({
    name,
    remove() {
      head.splice(head.indexOf(this), 1);
    },
  });
  vi.stubGlobal('document', {
    documentElement: {},
    head: { querySelectorAll: () => [...head], append: (element: (typeof head)[number]) => head.push(element) },
    importNode: (node: unknown) => node,
  });
  head.push(meta('before'));
  updateHead({ documentElement: {}, head: { querySelectorAll: () => [meta('now')] } } as unknown as Document);
  expect(head.map(({ name }) => name)).toEqual(['now']);
});

describe('loadStyles', () => {
  it('waits up to 120 seconds for a style sheet', async () => {
    const result = outcome();
    await vi.advanceTimersByTimeAsync(119_000);
    link.fire('load');
    expect(await result).toBe('loaded');
    await vi.advanceTimersByTimeAsync(2000);
    expect(link.removed).toBe(false);
  });

  it('rejects with the name of a style sheet that fails', async () => {
    const result = outcome();
    link.fire('error');
    const error = await result;
    expect(error).toBeInstanceOf(StyleLoadError);
    expect(error).toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED', type: 'error', request: HREF });
    expect((error as Error).message).toBe(`Loading CSS chunk demo-abc.css failed.\n(${HREF})`);
    expect(link.removed).toBe(true);
  });

  it('times out after 120 seconds', async () => {
    const result = outcome();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await result).toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED', type: 'timeout', request: HREF });
  });
});
