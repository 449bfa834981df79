import { isSafeUrl } from '../../../shared/base-url.ts';
import type { Site } from '../../config/types.ts';
import { type Diagnostic, locate } from '../../diagnostics/diagnostic.ts';
import { droppedFrom, renderMarkdown } from '../markdown.ts';

/**
 * Reports what the footer loses (CD231): it is Markdown of the configuration, without HTML and with safe links only. A footer that is
 * nested too deeply to be rendered is an error (CD111).
 */
export function checkFooter({ config, configFile, configSource = '' }: Site): Diagnostic[] {
  const { footer } = config.themeConfig;
  if (footer === false || configFile === undefined) return [];
  const { index = 0, 0: key = '' } = /\bfooter\b/.exec(configSource) ?? {};
  const location = locate(configFile, configSource, index, key.length);
  try {
    renderMarkdown(footer);
    return [...new Set(droppedFrom(footer))].map((dropped) => ({
      severity: 'warning',
      code: 'CD231',
      text: `The footer is shown without ${isSafeUrl(dropped) ? `\`${dropped}\`` : `the address ${dropped}`}`,
      location,
      notes: ['It is Markdown with safe links, without HTML. A footer of your own is a slot of the theme.'],
    }));
  } catch (error) {
    // The call stack is used up.
    if (!(error instanceof RangeError)) throw error;
    const notes = ['Quotes, lists and emphasis in each other go to some hundred levels.'];
    return [{ severity: 'error', code: 'CD111', text: 'The footer is nested too deeply', location, notes }];
  }
}
