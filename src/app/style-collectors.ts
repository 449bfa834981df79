import { createElement, type ReactElement, type ReactNode } from 'react';
import { STYLE_COLLECTORS } from '../shared/style-collectors.ts';

/** Does not affect the ids that React generates. */
export interface StyleCollector {
  wrap: (element: ReactElement) => ReactElement;
  styles: () => string;
}

type Module = Record<string, (...values: unknown[]) => unknown>;

export function createCollectors(modules: Record<string, () => unknown>): StyleCollector[] {
  const found = STYLE_COLLECTORS.filter((name) => Object.hasOwn(modules, name));
  return found.flatMap((name) => COLLECTORS[name]?.(modules[name]?.() as never) ?? []);
}

const COLLECTORS: Record<string, (module: never) => StyleCollector | undefined> = {
  'styled-components'({ ServerStyleSheet }: { ServerStyleSheet: new () => StyledSheet }) {
    const sheet = new ServerStyleSheet();
    return { wrap: (element) => sheet.collectStyles(element), styles: () => sheet.getStyleTags() };
  },
  '@ant-design/cssinjs'({ createCache, extractStyle, StyleProvider }: Module) {
    const cache = createCache?.();
    return {
      wrap: (element) => createElement(StyleProvider as never, { cache }, element as ReactNode),
      styles: () => String(extractStyle?.(cache)),
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

interface StyledSheet {
  collectStyles: (element: ReactElement) => ReactElement;
  getStyleTags: () => string;
}
