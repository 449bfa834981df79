import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server.browser';

/** Replaces `prerender` of `react-dom/static`, which React 18 lacks: renders after all suspended content is ready. */
export async function prerender(
  children: ReactNode,
  options?: Parameters<typeof renderToReadableStream>[1],
): Promise<{ prelude: ReadableStream }> {
  const stream = await renderToReadableStream(children, options);
  await stream.allReady;
  return { prelude: stream };
}
