import type { ResolvedConfig } from '../project/config/types.ts';
import { outputPathOf } from './address.ts';
import { markdownTwin } from './markdown-twin.ts';
import { type RenderContext, renderPage } from './render-page.ts';
import type { PageInputs, PageSiteData, WholePage } from './types.ts';

export interface PageDocument {
  output: string;
  render: (context: RenderContext) => string;
}

/**
 * Nothing is rendered until `render` is called, which throws the author's errors. `inputsOf` is called then, because it
 * may be expensive.
 */
export function pageDocuments(
  whole: WholePage,
  config: Pick<ResolvedConfig, 'target'>,
  { twin, fallbacks = [] }: Pick<PageSiteData, 'twin' | 'fallbacks'>,
  inputsOf: () => PageInputs,
): PageDocument[] {
  return [
    {
      output: outputPathOf(whole.page.routePath, config),
      render: (context) => renderPage(whole, inputsOf(), context),
    },
    ...fallbacks.map((fallback) => ({
      output: outputPathOf(fallback.routePath, config),
      render: (context: RenderContext) => renderPage(whole, inputsOf(), context, fallback),
    })),
    ...(twin
      ? [{ output: twin.path, render: ({ texts }: RenderContext) => markdownTwin(whole, inputsOf(), texts) }]
      : []),
  ];
}
