/** Each check contains the JSON schema of the values that it accepts. */

import { isSafeUrl } from '../../shared/base-url.ts';
import { isRecord } from '../../shared/is-record.ts';
import { misspelt } from '../base/diagnostics/did-you-mean.ts';
import type { JsonSchema } from '../project/json-schema.ts';

/** Checks one value, which is never null. Returns the normalized value, or undefined after reporting an error. */
export interface Check {
  (value: unknown, path: string, report: Report): unknown;
  schema: JsonSchema;
}

type Correction =
  | { case: 'text'; type: 'number' | 'boolean'; written: string }
  | { case: 'number' }
  | { case: 'list'; words: string[] };

export interface Report {
  /** CD212: wrong type; the key is omitted. */
  wrong(path: string, expected: string, value: unknown): undefined;
  /** CD211: the meaning is clear; the corrected value is used. */
  corrected<T>(path: string, correction: Correction, value: T): T;
  /** CD214: a link with a forbidden scheme. */
  unsafe(path: string, value: string): undefined;
  /** CD213: a misspelled key. */
  nearMiss(path: string, key: string, known: string): void;
  /** CD218: an unknown key in a map that accepts only known keys. */
  unknown(path: string, key: string, known: Iterable<string>): void;
  raw(path: string): string;
}

function checkOf(schema: JsonSchema, check: (...given: Parameters<Check>) => unknown): Check {
  return Object.assign(check, { schema });
}

/** Adds a description, which editors show, to a check. */
export function about(description: string, check: Check): Check {
  return checkOf({ description, ...check.schema }, (...given) => check(...given));
}

export const text = checkOf({ type: 'string' }, (value, path, report) => {
  if (typeof value === 'string') return value.includes('\0') ? report.wrong(path, 'text without NUL', value) : value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return report.wrong(path, 'text', value);
  const raw = report.raw(path);
  const type = typeof value === 'number' ? 'number' : 'boolean';
  return report.corrected(path, { case: 'text', type, written: raw }, raw);
});

export const filled = checkOf({ type: 'string', pattern: '\\S' }, (value, path, report) => {
  const checked = text(value, path, report);
  return checked === '' || /^\s+$/.test(String(checked))
    ? report.wrong(path, 'text that is not empty', value)
    : checked;
});

export const number = checkOf({ type: 'number' }, (value, path, report) => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[+-]?\d+(\.\d+)?$/.test(value)) return report.wrong(path, 'a number', value);
  return report.corrected(path, { case: 'number' }, Number(value));
});

export const boolean = checkOf({ type: 'boolean' }, (value, path, report) =>
  typeof value === 'boolean' ? value : report.wrong(path, 'true or false', value),
);

export const link = checkOf({ type: 'string' }, (value, path, report) => {
  if (typeof value !== 'string') return report.wrong(path, 'a link', value);
  return isSafeUrl(value) ? value : report.unsafe(path, value);
});

export const target = checkOf({ type: 'string', minLength: 1 }, (value, path, report) =>
  value === '' ? report.wrong(path, 'a link', value) : link(value, path, report),
);

const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

export const language = checkOf({ type: 'string', pattern: LANGUAGE_TAG.source }, (value, path, report) =>
  typeof value === 'string' && LANGUAGE_TAG.test(value)
    ? value
    : report.wrong(path, "a language tag such as 'en'", value),
);

const TOC_PLACES: unknown[] = [false, 'content', 'menu'];

export const toc = checkOf({ enum: TOC_PLACES }, (value, path, report) =>
  TOC_PLACES.includes(value) ? value : report.wrong(path, "false, 'content' or 'menu'", value),
);

export const keywords = checkOf({ type: 'array', items: { type: 'string' } }, (value, path, report) => {
  if (Array.isArray(value)) return listOf(text)(value, path, report);
  if (typeof value !== 'string') return report.wrong(path, 'a list of words', value);
  const words = value
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return report.corrected(path, { case: 'list', words }, words);
});

export const urls = checkOf(
  { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  (value, path, report) =>
    Array.isArray(value) ? listOf(text)(value, path, report) : listOf(text)([value], path, report),
);

export function listOf(check: Check): Check {
  return checkOf({ type: 'array', items: check.schema }, (value, path, report) => {
    if (!Array.isArray(value)) return report.wrong(path, 'a list', value);
    return value.map((item, i) => check(item, `${path}.${i}`, report)).filter((item) => item !== undefined);
  });
}

interface ObjectOptions {
  required?: string[];
  /** Key that a plain string is shorthand for. */
  whole?: string;
  /** Reports unknown keys as errors. By default, they are kept for themes. */
  closed?: boolean;
  /** At least one of these keys is required. */
  oneOf?: string[];
}

export function objectOf(checks: Record<string, Check>, options: ObjectOptions = {}): Check {
  const names = new Map(Object.entries(checks));
  const expected = options.whole
    ? `text or a map with ${[...names.keys()].join(', ')}`
    : `a map with ${[...names.keys()].join(', ')}`;
  const { required, whole, closed = false, oneOf = [] } = options;
  const properties = schemasOf(names);
  const map: JsonSchema = {
    type: 'object',
    properties,
    ...(required && { required }),
    ...(closed && { additionalProperties: false }),
  };
  const maps = oneOf.length > 0 ? oneOf.map((key) => ({ ...map, required: [key] })) : [map];
  const forms = [...(whole ? [properties[whole] as JsonSchema] : []), ...maps];
  return checkOf(forms.length > 1 ? { anyOf: forms } : map, (value, path, report) => {
    if (whole && typeof value === 'string') {
      const checked = checks[whole]?.(value, path, report);
      return checked === undefined ? undefined : { [whole]: checked };
    }
    if (!isRecord(value)) return report.wrong(path, expected, value);
    const isSet = (key: string): boolean => value[key] !== undefined && value[key] !== null;
    const missing = required?.find((key) => !isSet(key));
    if (missing) return report.wrong(path, `a map with \`${missing}\``, value);
    const checked = checkKeys(value, path, { checks: names, closed }, report);
    if (oneOf.length === 0 || oneOf.some((key) => key in checked)) return checked;
    // Misspelled and invalid keys have been reported already.
    const isReported = oneOf.some(isSet) || Object.keys(value).some((key) => !names.has(key));
    return isReported ? undefined : report.wrong(path, `a map with ${oneOf.join(' or ')}`, value);
  });
}

export function schemasOf(checks: Map<string, Check>): Record<string, JsonSchema> {
  return Object.fromEntries(Array.from(checks, ([key, { schema }]) => [key, schema]));
}

export function checkKeys(
  value: Record<string, unknown>,
  path: string,
  { checks, closed }: { checks: Map<string, Check>; closed: boolean },
  report: Report,
): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    const ownPath = path === '' ? key : `${path}.${key}`;
    const check = checks.get(key);
    if (!check && closed) {
      report.unknown(ownPath, key, checks.keys());
      continue;
    }
    const checked = check && item !== null ? check(item, ownPath, report) : item;
    if (!check) {
      const known = misspelt(key, checks.keys());
      if (known !== undefined) report.nearMiss(ownPath, key, known);
    }
    // A known key with a null value is omitted; themes may distinguish null from a missing key in their own keys.
    if (checked !== undefined && !(check && checked === null)) result[key] = checked;
  }
  return result;
}
