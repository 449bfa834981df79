import { type ComponentType, createElement, type PropsWithChildren, type ReactElement } from 'react';
import { prerender } from 'react-dom/static.edge';
import { type DemoExports, demoFault } from '../shared/demo-export.ts';
import { createCollectors } from './style-collectors.ts';

declare global {
  /** Modules of packages by name; they are evaluated when they are asked for. */
  var cascaderModules: Record<string, () => unknown> | undefined;
  /** The module that the configuration names as `prerender`. */
  var cascaderPrerender: { wrap?: unknown; styles?: unknown } | undefined;
}

/** HTML of a demo, and the elements with its styles: they belong into the head. */
export interface RenderedDemo {
  html: string;
  styles: string[];
}

/** Styles that libraries write between the elements, and find again wherever they are: Emotion, React itself. */
const WRITTEN_STYLES = /<style\b[^>]*\sdata-(?:emotion|precedence)="[^>]*>[\s\S]*?<\/style>/g;
/** What may stand in the text that `styles` gives. */
const STYLE_ELEMENTS = /<style\b[^>]*>[\s\S]*?<\/style>|<link\b[^>]*>/g;

/**
 * Renders one demo to HTML, waiting for what it suspends on.
 *
 * @param id demo id; prefixes the ids that React makes, as in the browser
 * @param load imports the demo's module
 * @returns the demo; rejects with what it threw
 */
export async function renderDemo(id: string, load: () => Promise<DemoExports>): Promise<RenderedDemo> {
  const exported = await load();
  const fault = demoFault(exported);
  if (fault) throw new TypeError(fault);
  const { default: Component, setup } = exported as DemoExports<ComponentType<PropsWithChildren>>;
  const demo = createElement(Component as ComponentType);
  const own = ownCollector();
  // Those of the libraries stand around the site's own: what that provides is theirs to find.
  const collectors = [...(own ? [own] : []), ...createCollectors(globalThis.cascaderModules ?? {})];
  const element = collectors.reduce<ReactElement>(
    (inner, { wrap }) => wrap(inner),
    setup?.Wrapper ? createElement(setup.Wrapper, null, demo) : demo,
  );
  let failure: { error: unknown } | undefined;
  const { prelude } = await prerender(element, {
    identifierPrefix: id,
    // A finished boundary is printed in its place, whatever its size, so that the page reads without JavaScript.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error: unknown) => {
      failure ??= { error };
    },
  });
  if (failure) throw failure.error;
  const text = await readText(prelude);
  return {
    html: text.replace(WRITTEN_STYLES, ''),
    styles: [
      ...(text.match(WRITTEN_STYLES) ?? []),
      ...collectors.flatMap(({ styles }) => styles().match(STYLE_ELEMENTS) ?? []),
    ],
  };
}

/** Reads a stream of UTF-8. `Response` would do it too, but Node loads all of `fetch` for it. */
async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

function ownCollector() {
  const { wrap, styles } = globalThis.cascaderPrerender ?? {};
  if (wrap === undefined && styles === undefined) return undefined;
  return {
    wrap: (element: ReactElement) => (typeof wrap === 'function' ? (wrap(element) as ReactElement) : element),
    styles(): string {
      const text = typeof styles === 'function' ? (styles() ?? '') : '';
      if (typeof text !== 'string' || text.replace(STYLE_ELEMENTS, '').trim() !== '')
        throw new TypeError('`styles` of the module `prerender` must return <style> and <link> elements, as a string');
      return text;
    },
  };
}
