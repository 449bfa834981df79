import { isSafeUrl } from '../../../shared/base-url.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { droppedFrom, renderMarkdown } from '../markdown.ts';

/**
 * Reports parts of the footer that are not shown (CD231): it is Markdown without HTML, and with safe links only. A footer that
 * is nested too deeply to render is an error (CD111).
 */
export function checkFooter({ config, configFile, configSource = '' }: Site): Diagnostic[] {
  const { footer } = config.themeConfig;
  if (footer === false || configFile === undefined) return [];
  const { index = 0, 0: key = '' } = /\bfooter\b/.exec(configSource) ?? {};
  const location = locate(configFile, configSource, index, key.length);
  try {
    renderMarkdown(footer);
    return [...new Set(droppedFrom(footer))].map((dropped) =>
      createDiagnostic('dropped-from-footer', { dropped, isAddress: !isSafeUrl(dropped) }, { location }),
    );
  } catch (error) {
    // Call stack overflow.
    if (!(error instanceof RangeError)) throw error;
    return [createDiagnostic('invalid-config-value', { case: 'nested-footer' }, { location })];
  }
}
