import { isSafeUrl } from '../../shared/base-url.ts';
import type { Frontmatter } from '../../shared/entities.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { misspelt } from '../diagnostics/misspelt.ts';
import type { Range, YamlValues } from './yaml-values.ts';

/** A check of one value: returns it as the tool uses it, or undefined after a report. Null never gets here. */
type Check = (value: unknown, path: string, report: Report) => unknown;

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

const text: Check = (value, path, report) => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return report.wrong(path, 'text', value);
  const raw = report.raw(path);
  return report.meant(path, `"${path}" is a ${typeof value}, read as text`, `Put it in quotes: "${raw}".`, raw);
};

const number: Check = (value, path, report) => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[+-]?\d+(\.\d+)?$/.test(value)) return report.wrong(path, 'a number', value);
  return report.meant(path, `"${path}" is text, read as a number`, 'Remove the quotes.', Number(value));
};

const boolean: Check = (value, path, report) =>
  typeof value === 'boolean' ? value : report.wrong(path, 'true or false', value);

const link: Check = (value, path, report) => {
  if (typeof value !== 'string') return report.wrong(path, 'a link', value);
  return isSafeUrl(value) ? value : report.unsafe(path, value);
};

const language: Check = (value, path, report) =>
  typeof value === 'string' && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(value)
    ? value
    : report.wrong(path, "a language tag such as 'en'", value);

const toc: Check = (value, path, report) =>
  value === false || value === 'content' || value === 'menu'
    ? value
    : report.wrong(path, "false, 'content' or 'menu'", value);

const keywords: Check = (value, path, report) => {
  if (Array.isArray(value)) return listOf(text)(value, path, report);
  if (typeof value !== 'string') return report.wrong(path, 'a list of words', value);
  const words = value
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return report.meant(path, `"${path}" is text, read as a list`, `Write it as a list: [${words.join(', ')}].`, words);
};

/** One address, or several. */
const addresses: Check = (value, path, report) =>
  Array.isArray(value) ? listOf(text)(value, path, report) : listOf(text)([value], path, report);

function listOf(check: Check): Check {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report.wrong(path, 'a list', value);
    return value.map((item, i) => check(item, `${path}.${i}`, report)).filter((item) => item !== undefined);
  };
}

/** An object with known keys, unknown ones kept; with `whole`, a text stands for that key. */
function objectOf(checks: Record<string, Check>, options: { required?: string[]; whole?: string } = {}): Check {
  const names = new Map(Object.entries(checks));
  const expected = options.whole
    ? `text or a map with ${[...names.keys()].join(', ')}`
    : `a map with ${[...names.keys()].join(', ')}`;
  return (value, path, report) => {
    if (options.whole && typeof value === 'string') return { [options.whole]: value };
    if (!isObject(value)) return report.wrong(path, expected, value);
    const missing = options.required?.find((key) => value[key] === undefined || value[key] === null);
    if (missing) return report.wrong(path, `a map with "${missing}"`, value);
    return checkKeys(value, path, names, report);
  };
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

const CHECKS = new Map<string, Check>(
  Object.entries({
    title: text,
    subtitle: text,
    description: text,
    keywords,
    lang: language,
    nav: objectOf(
      { title: text, path: text, order: number, second: objectOf({ title: text, order: number }, { whole: 'title' }) },
      { whole: 'title' },
    ),
    group: objectOf({ title: text, order: number }, { whole: 'title' }),
    order: number,
    toc,
    debug: boolean,
    sidebar: boolean,
    filename: text,
    redirectFrom: addresses,
    atomId: text,
    demo: objectOf({ cols: number, tocDepth: number, ts2js: boolean }),
    hero: objectOf({
      title: text,
      description: text,
      background: text,
      actions: listOf(objectOf({ text, link }, { required: ['text', 'link'] })),
      install: text,
      demo: text,
      image: objectOf({ light: text, dark: text, alt: text }, { whole: 'light' }),
    }),
    features: listOf(objectOf({ title: text, description: text, icon: text, emoji: text, link })),
    serverLoader: boolean,
  }),
);

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
