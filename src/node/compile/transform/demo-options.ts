import type { DemoOptions } from '../../../shared/page-data.ts';
import { didYouMean, inTicks } from '../../diagnostics/did-you-mean.ts';
import { misspelt } from '../../diagnostics/misspelt.ts';
import { type FileContext, type Report, reportWarning } from '../context.ts';
import { renderMarkdown } from '../markdown.ts';

const FLAGS = ['debug', 'compact', 'transform', 'inline', 'defaultShowCode', 'skip', 'only', 'volatile', 'ts2js'];
const LISTS = ['keywords', 'disabledActions'];
const NAMES = ['title', 'description', 'id', 'iframe', 'background', 'demoUrl', 'filename', ...FLAGS, ...LISTS];

/** Takes the titles and descriptions of the content's language out of a header: `title.zh-CN` belongs to that alone. */
export function localizeOptions(header: Record<string, unknown>, context: FileContext): Record<string, unknown> {
  const { page } = context.page;
  const { locales, defaultLocale } = context.page.site.config;
  const language = page.frontmatter.lang ?? (locales.length > 1 ? page.locale : defaultLocale);
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(header)) if (!key.includes('.')) options[key] = value;
  for (const key of ['title', 'description']) options[key] = header[`${key}.${language}`] ?? options[key];
  return options;
}

/** Options with their types: attributes are strings. */
export function readOptions(raw: Record<string, unknown>, context: FileContext): DemoOptions {
  const options = { ...raw };
  for (const key of ['title', 'description']) {
    if (options[key] === undefined || options[key] === true || options[key] === null) delete options[key];
    else options[key] = String(options[key]);
  }
  for (const key of FLAGS) if (key in options) options[key] = options[key] !== false && options[key] !== 'false';
  if (typeof options.iframe === 'string') {
    const height = /^(\d+)(px)?$/.exec(options.iframe)?.[1];
    options.iframe = height ? Number(height) : options.iframe !== 'false';
  }
  for (const key of LISTS) {
    const list = options[key];
    if (typeof list === 'string') options[key] = list.split(',').map((word) => word.trim());
  }
  if (typeof options.description === 'string') {
    options.description = renderMarkdown(options.description, context.page.site.config.base);
  }
  return options;
}

/**
 * Tells of options that are nearly one of the tool's (CD331); any other is passed on to the theme. In `title.zh-CN` the
 * first word counts.
 */
export function reportOptions(options: { name: string; at: Report['at'] }[], context: FileContext): void {
  for (const { name, at } of options) {
    const [word = ''] = name.split('.');
    const known = misspelt(word, NAMES);
    if (known === undefined) continue;
    reportWarning(context, {
      code: 'CD331',
      text: `Unknown option \`${word}\` of a demo${didYouMean(known, inTicks)}`,
      at,
      length: word.length,
    });
  }
}
