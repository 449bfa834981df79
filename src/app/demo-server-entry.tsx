import {
  type ComponentType,
  type Context,
  createElement,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react';
import { prerender } from 'react-dom/static.edge';
import { type DemoExports, demoFault } from '../shared/demo-export.ts';
import { STYLE_COLLECTORS } from '../shared/style-collectors.ts';
import { type StyleCache, shareStyles } from './known-styles.ts';

declare global {
  /** Modules of packages by name, evaluated on first use. */
  var cascaderModules: Record<string, () => unknown> | undefined;
  /** Module that the option `prerender` of the configuration refers to. */
  var cascaderPrerender: { wrap?: unknown; styles?: unknown } | undefined;
}

export interface RenderedDemo {
  html: string;
  styles: string[];
}

/** Style elements that Emotion and React insert into the content, and that they find wherever the elements are. */
const WRITTEN_STYLES = /<style\b[^>]*\sdata-(?:emotion|precedence)="[^>]*>[\s\S]*?<\/style>/g;
/** Elements that the text returned by `styles` may contain. */
const STYLE_ELEMENTS = /<style\b[^>]*>[\s\S]*?<\/style>|<link\b[^>]*>/g;

/** `id` prefixes the ids that React generates, as in the browser. Rejects with the error that the demo threw. */
export async function renderDemo(id: string, load: () => Promise<DemoExports>): Promise<RenderedDemo> {
  const exported = await load();
  const errorText = demoFault(exported);
  if (errorText) throw new TypeError(errorText);
  const { default: Component, setup } = exported as DemoExports<ComponentType<PropsWithChildren>>;
  const demo = createElement(Component as ComponentType);
  const own = ownCollector();
  // The collectors of libraries wrap the site's own collector, so that they collect the styles of its elements too.
  const collectors = [...(own ? [own] : []), ...createCollectors(globalThis.cascaderModules ?? {})];
  const element = collectors.reduce<ReactElement>(
    (inner, { wrap }) => wrap(inner),
    setup?.Wrapper ? createElement(setup.Wrapper, null, demo) : demo,
  );
  let failure: { error: unknown } | undefined;
  const { prelude } = await prerender(element, {
    identifierPrefix: id,
    // Renders every boundary inline, regardless of its size, so that the page is readable without JavaScript.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error: unknown) => {
      failure ??= { error };
    },
  });
  // React shows the fallback of the boundary around the error, and renders its content again in the browser.
  if (failure) throw withRetry(failure.error);
  const text = await readText(prelude);
  return {
    html: text.replace(WRITTEN_STYLES, ''),
    styles: [
      ...(text.match(WRITTEN_STYLES) ?? []),
      ...collectors.flatMap(({ styles }) => styles().match(STYLE_ELEMENTS) ?? []),
    ],
  };
}

/** Adds a note to an error: React renders this part again in the browser. */
function withRetry(error: unknown): unknown {
  // React's own errors are from another realm.
  const { message, stack } = (error ?? {}) as Partial<Error>;
  return stack === undefined ? error : { message, stack, isRetried: true };
}

/** Reads a UTF-8 stream. `Response` could do it too, but would make Node load all of `fetch`. */
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

/** Collects the styles of a demo without affecting the ids that React generates. */
interface StyleCollector {
  wrap: (element: ReactElement) => ReactElement;
  styles: () => string;
}

function createCollectors(modules: Record<string, () => unknown>): StyleCollector[] {
  const found = STYLE_COLLECTORS.filter((name) => Object.hasOwn(modules, name));
  return found.flatMap((name) => COLLECTORS[name]?.(modules[name]?.() as never) ?? []);
}

const COLLECTORS: Record<string, (module: never) => StyleCollector | undefined> = {
  'styled-components'({ ServerStyleSheet }: { ServerStyleSheet: new () => StyledSheet }) {
    const sheet = new ServerStyleSheet();
    return { wrap: (element) => sheet.collectStyles(element), styles: () => sheet.getStyleTags() };
  },
  '@ant-design/cssinjs'({ createCache, extractStyle, StyleProvider, StyleContext }: CssInJs) {
    const cache = createCache();
    const sharing = globalThis.cascaderStyles && StyleContext && shareStyles(cache, globalThis.cascaderStyles);
    const watch = (element: ReactElement): ReactElement =>
      sharing && StyleContext
        ? createElement(Watched, { context: StyleContext, onCopy: sharing.end }, element)
        : element;
    return {
      wrap: (element) => createElement(StyleProvider, { cache }, watch(element)),
      styles: () => String(extractStyle(cache)),
    };
  },
  '@emotion/css'({ cache }: { cache?: { key: string; inserted: Record<string, unknown> } }) {
    // Version 10 of this package is a different library without `cache`.
    if (!cache) return undefined;
    return {
      wrap: (element) => element,
      styles: () =>
        Object.entries(cache.inserted)
          .filter(([, rules]) => typeof rules === 'string')
          .map(([name, rules]) => `<style data-emotion="${cache.key} ${name}">${rules}</style>`)
          .join(''),
    };
  },
};

interface WatchedProps {
  context: Context<object>;
  onCopy: () => void;
  children?: ReactNode;
}

interface CssInJs {
  createCache: () => StyleCache;
  extractStyle: (cache: StyleCache) => unknown;
  StyleProvider: ComponentType<{ cache: StyleCache; children?: ReactNode }>;
  StyleContext?: Context<object>;
}

/** Calls `onCopy` when a nested provider copies the properties of the context in order to change some of them. */
function Watched({ context, onCopy, children }: WatchedProps) {
  const value = Object.defineProperty({ ...useContext(context) }, 'cascaderDocs', { enumerable: true, get: onCopy });
  return createElement(context.Provider, { value }, children);
}

interface StyledSheet {
  collectStyles: (element: ReactElement) => ReactElement;
  getStyleTags: () => string;
}
