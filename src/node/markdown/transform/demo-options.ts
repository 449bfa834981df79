import { isRecord } from '../../../shared/is-record.ts';
import { DEMO_ACTIONS, type DemoOptions } from '../../../shared/page-data.ts';
import { misspelt } from '../../base/diagnostics/did-you-mean.ts';
import type { JsonSchema } from '../../project/json-schema.ts';
import { type FileContext, type ReportOptions, report } from '../context.ts';
import { renderMarkdown } from '../markdown.ts';
import type { EmbeddedDemo } from '../types.ts';

const TEXTS: Record<string, string> = {
  title: 'Heading of the card, and entry in the table of contents.',
  description: 'Text below the title, in Markdown.',
  id: 'Last part of the id.',
  background: 'Background of the demo: a color or image, as in CSS.',
  demoUrl: 'Target of `Open in separate page`.',
  filename: 'File name to show for the demo.',
};
const FLAGS: Record<string, string> = {
  debug: 'Only `dev` shows the demo.',
  compact: 'No space around the demo.',
  transform: 'The card contains elements with `position: fixed`.',
  inline: 'Only the component: no card, no code.',
  defaultShowCode: 'The code is open from the start.',
  skip: '`dev` omits the demo.',
  only: '`dev` shows only the demos of the page with this flag.',
  clientOnly: 'The demo is rendered only in the browser.',
  volatile: 'The output may differ between builds, so it is not cached.',
  ts2js: 'Also show its TypeScript as JavaScript.',
};
const LISTS: Record<string, string> = {
  keywords: 'Terms that find the demo.',
  disabledActions: 'Actions that the card does not offer.',
  props: 'Props with controls, in this order, separated by spaces.',
};
const NAMES = ['iframe', 'screenshots', ...[TEXTS, FLAGS, LISTS].flatMap(Object.keys)];

/** Unknown keys are passed to the theme. */
export const DEMO_SCHEMA: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Front matter of a demo',
  type: 'object',
  properties: {
    ...eachOf(TEXTS, () => ({ type: 'string' })),
    ...eachOf(FLAGS, () => ({ type: 'boolean' })),
    iframe: {
      description: 'The demo runs in its own frame: `true`, or a height in pixels.',
      type: ['boolean', 'integer'],
    },
    screenshots: {
      description: 'Screenshots of the demo that `check --screenshots` compares; `false` for none.',
      type: ['boolean', 'object'],
      properties: {
        mask: { description: 'CSS selectors of elements that are not shown.', type: ['string', 'array'] },
        states: { description: 'Named states to take screenshots of. Default: all.', type: ['string', 'array'] },
        threshold: { description: 'Difference up to which a screenshot is unchanged, from 0 to 255.', type: 'number' },
      },
      additionalProperties: false,
    },
    ...eachOf(LISTS, (name) => ({
      type: ['array', 'string'],
      items: name === 'disabledActions' ? { enum: [...DEMO_ACTIONS] } : { type: 'string' },
    })),
  },
  // Values for one language, such as `title.zh-CN`.
  patternProperties: { '^(title|description)\\.': { type: 'string' } },
};

function eachOf(names: Record<string, string>, schema: (name: string) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(names).map(([name, description]) => [name, { description, ...schema(name) }]),
  );
}

export function isDemoOption(name: string): boolean {
  return NAMES.includes(name);
}

/** Selects the page's language, such as `title.zh-CN`, and removes the others. */
export function localizeOptions(header: Record<string, unknown>, context: FileContext): Record<string, unknown> {
  const { page } = context.page;
  const { locales, defaultLocale } = context.page.site.config;
  const language = page.frontmatter.lang ?? (locales.length > 1 ? page.locale : defaultLocale);
  const options: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(header)) if (!key.includes('.')) options[key] = value;
  for (const key of ['title', 'description']) options[key] = header[`${key}.${language}`] ?? options[key];
  return options;
}

export function readOptions(raw: Record<string, unknown>, context: FileContext): DemoOptions {
  const options = { ...raw };
  for (const key of ['title', 'description']) {
    if (options[key] === undefined || options[key] === true || options[key] === null) delete options[key];
    else options[key] = String(options[key]);
  }
  for (const key of Object.keys(FLAGS))
    if (key in options) options[key] = options[key] !== false && options[key] !== 'false';
  if (typeof options.iframe === 'string') {
    const height = /^(\d+)(px)?$/.exec(options.iframe)?.[1];
    options.iframe = height ? Number(height) : options.iframe !== 'false';
  }
  for (const key of Object.keys(LISTS)) {
    const list = options[key];
    if (typeof list === 'string')
      options[key] =
        key === 'props' ? list.split(/[\s,]+/).filter(Boolean) : list.split(',').map((word) => word.trim());
  }
  if ('screenshots' in options) {
    const screenshots = readScreenshots(options.screenshots);
    if (screenshots === undefined) delete options.screenshots;
    else options.screenshots = screenshots;
  }
  if (typeof options.description === 'string') {
    options.description = renderMarkdown(options.description, context.page.site.config.base);
  }
  return options;
}

/** Any invalid value means the default. */
function readScreenshots(value: unknown): EmbeddedDemo['screenshots'] {
  if (value === false || value === 'false') return false;
  if (typeof value !== 'object' || value === null) return undefined;
  const { mask, states, threshold } = value as Record<string, unknown>;
  const list = (texts: unknown): string[] | undefined =>
    texts === undefined || texts === null ? undefined : [texts].flat().map(String);
  const [masked, chosen] = [list(mask), list(states)];
  return {
    ...(masked && { mask: masked }),
    ...(chosen && { states: chosen }),
    ...(typeof threshold === 'number' && threshold >= 0 && { threshold }),
  };
}

interface WrittenOption {
  name: string;
  value: unknown;
  at: ReportOptions['at'];
}

/**
 * Reports misspelled built-in options, and built-in options whose value has no effect (CD331). Unknown options are
 * passed to the theme. For `title.zh-CN`, checks the part before the dot.
 */
export function reportOptions(options: WrittenOption[], context: FileContext): void {
  for (const { name, value, at } of options) {
    const [word = ''] = name.split('.');
    const known = misspelt(word, NAMES);
    const wanted = wantedInstead(word, value);
    const place = { at, length: word.length };
    if (known !== undefined) report(context, 'invalid-demo-option', { case: 'unknown', option: word, known }, place);
    else if (wanted !== undefined) {
      const got = JSON.stringify(value);
      report(context, 'invalid-demo-option', { case: 'value', option: word, got, wanted }, place);
    }
  }
}

/** Returns the fix for an invalid value. */
function wantedInstead(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const isText = typeof value === 'string';
  const isFlag = typeof value === 'boolean' || (isText && ['', 'true', 'false', name].includes(value));
  if (name === 'title' || name === 'description') return typeof value === 'object' ? 'a text' : undefined;
  if (name in TEXTS) return isText ? undefined : 'a text';
  if (name in FLAGS) return isFlag ? undefined : '`true` or `false`';
  if (name === 'iframe') {
    const isHeight = /^\d+(?:px)?$/.test(String(value)) && !Array.isArray(value);
    return isFlag || isHeight ? undefined : '`true`, `false` or a height in pixels';
  }
  if (name === 'screenshots') return isFlag || isRecord(value) ? undefined : '`false`, or an object';
  if (name in LISTS) return isText || isTexts(value) ? undefined : 'a list of texts';
  return undefined;
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string');
