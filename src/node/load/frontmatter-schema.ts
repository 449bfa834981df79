import { isSafeUrl } from '../../shared/base-url.ts';
import type { Frontmatter, FrontmatterKey } from '../../shared/entities.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean, misspelt } from '../diagnostics/did-you-mean.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Range, YamlValues } from './yaml-values.ts';

/** A check of one value: returns it as the tool uses it, or undefined after a report. Null never gets here. */
interface Check {
  (value: unknown, path: string, report: Report): unknown;
  /** What passes without a report, as JSON schema. */
  schema: JsonSchema;
}

interface Report {
  /** CD212: a wrong type; the key is left out. */
  wrong(path: string, expected: string, value: unknown): undefined;
  /** CD211: what was meant is plain; the value is used. */
  meant<T>(path: string, text: string, note: string, value: T): T;
  /** CD214: a link with a scheme that is not allowed. */
  unsafe(path: string, value: string): undefined;
  /** CD213: a key that is nearly a known one. */
  nearMiss(path: string, key: string, known: string): void;
  /** The value as it is written. */
  raw(path: string): string;
}

function checkOf(schema: JsonSchema, check: (...given: Parameters<Check>) => unknown): Check {
  return Object.assign(check, { schema });
}

/** The same check, with words that editors show. */
function about(description: string, check: Check): Check {
  return checkOf({ description, ...check.schema }, (...given) => check(...given));
}

const text = checkOf({ type: 'string' }, (value, path, report) => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return report.wrong(path, 'text', value);
  const raw = report.raw(path);
  return report.meant(path, `"${path}" is a ${typeof value}, read as text`, `Put it in quotes: "${raw}".`, raw);
});

const number = checkOf({ type: 'number' }, (value, path, report) => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[+-]?\d+(\.\d+)?$/.test(value)) return report.wrong(path, 'a number', value);
  return report.meant(path, `"${path}" is text, read as a number`, 'Remove the quotes.', Number(value));
});

const boolean = checkOf({ type: 'boolean' }, (value, path, report) =>
  typeof value === 'boolean' ? value : report.wrong(path, 'true or false', value),
);

const link = checkOf({ type: 'string' }, (value, path, report) => {
  if (typeof value !== 'string') return report.wrong(path, 'a link', value);
  return isSafeUrl(value) ? value : report.unsafe(path, value);
});

const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

const language = checkOf({ type: 'string', pattern: LANGUAGE_TAG.source }, (value, path, report) =>
  typeof value === 'string' && LANGUAGE_TAG.test(value)
    ? value
    : report.wrong(path, "a language tag such as 'en'", value),
);

const TOC_PLACES: unknown[] = [false, 'content', 'menu'];

const toc = checkOf({ enum: TOC_PLACES }, (value, path, report) =>
  TOC_PLACES.includes(value) ? value : report.wrong(path, "false, 'content' or 'menu'", value),
);

const keywords = checkOf({ type: 'array', items: { type: 'string' } }, (value, path, report) => {
  if (Array.isArray(value)) return listOf(text)(value, path, report);
  if (typeof value !== 'string') return report.wrong(path, 'a list of words', value);
  const words = value
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return report.meant(path, `"${path}" is text, read as a list`, `Write it as a list: [${words.join(', ')}].`, words);
});

/** One address, or several. */
const addresses = checkOf(
  { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  (value, path, report) =>
    Array.isArray(value) ? listOf(text)(value, path, report) : listOf(text)([value], path, report),
);

function listOf(check: Check): Check {
  return checkOf({ type: 'array', items: check.schema }, (value, path, report) => {
    if (!Array.isArray(value)) return report.wrong(path, 'a list', value);
    return value.map((item, i) => check(item, `${path}.${i}`, report)).filter((item) => item !== undefined);
  });
}

/** An object with known keys, unknown ones kept; with `whole`, a text stands for that key. */
function objectOf(checks: Record<string, Check>, options: { required?: string[]; whole?: string } = {}): Check {
  const names = new Map(Object.entries(checks));
  const expected = options.whole
    ? `text or a map with ${[...names.keys()].join(', ')}`
    : `a map with ${[...names.keys()].join(', ')}`;
  const { required } = options;
  const map: JsonSchema = { type: 'object', properties: schemasOf(names), ...(required && { required }) };
  const schema = options.whole ? { anyOf: [{ type: 'string' }, map] } : map;
  return checkOf(schema, (value, path, report) => {
    if (options.whole && typeof value === 'string') return { [options.whole]: value };
    if (!isObject(value)) return report.wrong(path, expected, value);
    const missing = options.required?.find((key) => value[key] === undefined || value[key] === null);
    if (missing) return report.wrong(path, `a map with "${missing}"`, value);
    return checkKeys(value, path, names, report);
  });
}

function schemasOf(checks: Map<string, Check>): Record<string, JsonSchema> {
  return Object.fromEntries(Array.from(checks, ([key, { schema }]) => [key, schema]));
}

function checkKeys(
  value: Record<string, unknown>,
  path: string,
  checks: Map<string, Check>,
  report: Report,
): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    const ownPath = path === '' ? key : `${path}.${key}`;
    const check = checks.get(key);
    const checked = check && item !== null ? check(item, ownPath, report) : item;
    if (!check) {
      const known = misspelt(key, checks.keys());
      if (known !== undefined) report.nearMiss(ownPath, key, known);
    }
    // A known key without a value is as good as absent; themes may tell null from absent in their own.
    if (checked !== undefined && !(check && checked === null)) result[key] = checked;
  }
  return result;
}

const OWN_CHECKS: Record<FrontmatterKey, Check> = {
  title: about('Title of the page. Default: the first heading.', text),
  subtitle: text,
  description: about('What search engines and assistants are told of the page.', text),
  keywords: about('Words that search engines are told of the page.', keywords),
  lang: about('Language of the page, such as `de`. Default: that of its locale.', language),
  nav: about(
    'Its entry in the navigation at the top: a title, or title and order.',
    objectOf(
      {
        title: text,
        path: text,
        order: number,
        second: objectOf({ title: text, order: number }, { whole: 'title' }),
      },
      { whole: 'title' },
    ),
  ),
  group: about('Group in the sidebar.', objectOf({ title: text, order: number }, { whole: 'title' })),
  order: about('Place in the sidebar: the smaller, the earlier.', number),
  toc: about('Where the table of contents stands; `false` for none.', toc),
  debug: about('The page is there in `dev` only.', boolean),
  sidebar: about('`false`: the page has no sidebar.', boolean),
  filename: about('File that the link for editing leads to.', text),
  redirectFrom: about('Former addresses of the page, without the base.', addresses),
  atomId: about('Component that the page is about.', text),
  demo: about(
    'Demos of the page.',
    objectOf({
      cols: about('Columns of demos that stand in one paragraph.', number),
      tocDepth: about('Level of titled demos in the table of contents.', number),
      ts2js: about('Their TypeScript is shown as JavaScript too.', boolean),
    }),
  ),
  hero: about(
    'Top of a home page.',
    objectOf({
      title: text,
      description: text,
      background: text,
      actions: listOf(objectOf({ text, link }, { required: ['text', 'link'] })),
      install: about('A command that can be copied.', text),
      demo: about('File of a demo, which is shown live.', text),
      image: objectOf({ light: text, dark: text, alt: text }, { whole: 'light' }),
    }),
  ),
  features: about(
    'Boxes below the hero.',
    listOf(objectOf({ title: text, description: text, icon: text, emoji: text, link })),
  ),
  serverLoader: boolean,
};
const CHECKS = new Map<string, Check>(Object.entries(OWN_CHECKS));

/** Front matter as JSON schema: what is read without an error or a warning. Keys of themes may stand beside ours. */
export const FRONTMATTER_SCHEMA: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Front matter of a page',
  type: 'object',
  properties: schemasOf(CHECKS),
};

/** Keys of a page's front matter that the tool knows. */
export const FRONTMATTER_KEYS: readonly string[] = [...CHECKS.keys()];

/**
 * Front matter with values of the right types: an error (CD212) for a wrong one, a warning (CD211) where the meaning
 * is plain, a warning (CD213) for a key that is nearly a known one, an error (CD214) for an unsafe link. Unknown keys
 * are kept. `place` gives the location of a range of `source`.
 */
export function checkFrontmatter(
  values: YamlValues,
  source: string,
  place: (range: Range) => Location,
): { frontmatter: Frontmatter; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const rangeOf = (path: string): Range => values.ranges.get(path) ?? [0, 1];
  const add = (severity: Diagnostic['severity'], code: Code, text: string, range: Range, note?: string) => {
    diagnostics.push({ severity, code, text, location: place(range), notes: note === undefined ? undefined : [note] });
    return undefined;
  };
  const report: Report = {
    wrong: (path, expected, value) =>
      add('error', 'CD212', `Invalid front matter "${path}": expected ${expected}, got ${show(value)}`, rangeOf(path)),
    meant: (path, text, note, value) => {
      add('warning', 'CD211', `Front matter ${text}`, rangeOf(path), note);
      return value;
    },
    unsafe: (path, value) =>
      add(
        'error',
        'CD214',
        `Unsafe link "${value}" in front matter "${path}"`,
        rangeOf(path),
        'Links are relative, or begin with http:, https:, mailto: or tel:.',
      ),
    nearMiss: (path, key, known) => {
      add(
        'warning',
        'CD213',
        `Unknown front matter key "${key}"${didYouMean(known)}`,
        values.keyRanges.get(path) ?? rangeOf(path),
      );
    },
    raw: (path) => source.slice(...rangeOf(path)),
  };
  return {
    frontmatter: checkKeys(values.value as Record<string, unknown>, '', CHECKS, report) as Frontmatter,
    diagnostics,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : `${typeof value} ${JSON.stringify(value)}`;
}
