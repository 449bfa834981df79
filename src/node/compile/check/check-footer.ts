import { isSafeUrl } from '../../../shared/base-url.ts';
import type { Site } from '../../config/types.ts';
import { type Diagnostic, locate } from '../../diagnostics/diagnostic.ts';
import { droppedFrom } from '../markdown.ts';

/** Warnings (CD231) for what the footer loses: it is Markdown of the configuration, without HTML and with safe links only. */
export function checkFooter({ config, configFile, configSource = '' }: Site): Diagnostic[] {
  const { footer } = config.themeConfig;
  if (footer === false || configFile === undefined) return [];
  const { index = 0, 0: key = '' } = /\bfooter\b/.exec(configSource) ?? {};
  const location = locate(configFile, configSource, index, key.length);
  return droppedFrom(footer).map((dropped) => ({
    severity: 'warning',
    code: 'CD231',
    text: `The footer is shown without ${isSafeUrl(dropped) ? `\`${dropped}\`` : `the address ${dropped}`}`,
    location,
    notes: ['It is Markdown with safe links, without HTML. A footer of your own is a slot of the theme.'],
  }));
}
