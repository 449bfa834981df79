import { isSafeUrl } from '../../../shared/base-url.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../../base/diagnostics/diagnostic.ts';
import { createConfigLinkCheck } from '../../content/check-config.ts';
import type { LoadedSite } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';
import { droppedFrom, linksIn, renderMarkdown } from '../markdown.ts';

/**
 * Reports parts that are not shown (CD231), dead links, including relative ones because the footer is on every page
 * (CD221), and Markdown that is nested too deeply (CD111).
 */
export function checkFooter(
  { config, configFile, configSource = '' }: Site,
  loaded: Pick<LoadedSite, 'pages' | 'publicFiles' | 'versions'>,
): Diagnostic[] {
  const { footer } = config.themeConfig;
  if (footer === false || configFile === undefined) return [];
  const { index = 0, 0: key = '' } = /\bfooter\b/.exec(configSource) ?? {};
  const location = locate(configFile, configSource, index, key.length);
  try {
    renderMarkdown(footer);
    const checkLink = createConfigLinkCheck({ config }, loaded);
    return [
      ...[...new Set(droppedFrom(footer))].map((dropped) =>
        createDiagnostic('dropped-from-footer', { dropped, isUrl: !isSafeUrl(dropped) }, { location }),
      ),
      ...linksIn(footer).flatMap((link) => {
        if (link.startsWith('#')) return [];
        const offset = configSource.indexOf(`(${link}`, index) + 1;
        return checkLink(link, offset > 0 ? locate(configFile, configSource, offset, link.length) : location);
      }),
    ];
  } catch (error) {
    // Call stack overflow.
    if (!(error instanceof RangeError)) throw error;
    return [createDiagnostic('invalid-config-value', { case: 'nested-footer' }, { location })];
  }
}
