import { type ComponentType, createElement } from 'react';
import { prerender } from 'react-dom/static.edge';
import { exportFault } from '../shared/demo-export.ts';

/**
 * Renders one demo to HTML, waiting for what it suspends on.
 *
 * @param id demo id; prefixes the ids that React makes, as in the browser
 * @param load imports the demo's module
 * @returns the HTML; rejects with what the demo threw
 */
export async function renderDemo(id: string, load: () => Promise<{ default?: ComponentType }>): Promise<string> {
  const { default: Component } = await load();
  const fault = exportFault(Component);
  if (fault) throw new TypeError(fault);
  let failure: { error: unknown } | undefined;
  const { prelude } = await prerender(createElement(Component as ComponentType), {
    identifierPrefix: id,
    // A finished boundary is printed in its place, whatever its size, so that the page reads without JavaScript.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error: unknown) => {
      failure ??= { error };
    },
  });
  if (failure) throw failure.error;
  return await new Response(prelude).text();
}
