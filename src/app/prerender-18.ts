import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server.browser';

/** What `prerender` of `react-dom/static` does, for React 18, which has none: renders once nothing suspends any more. */
export async function prerender(
  children: ReactNode,
  options?: Parameters<typeof renderToReadableStream>[1],
): Promise<{ prelude: ReadableStream }> {
  const stream = await renderToReadableStream(children, options);
  await stream.allReady;
  return { prelude: stream };
}
