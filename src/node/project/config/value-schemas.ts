import * as z from 'zod';
import { isSafeUrl } from '../../../shared/base-url.ts';
import { PREFETCH_MODES, type PrefetchMode } from '../../../shared/prefetch.ts';

/** The `error` of each schema is the phrase after "expected …" in the message. */

export const string = z
  .string({ error: 'a string' })
  .refine((value) => !value.includes('\0'), { error: 'a string without NUL' });
export const nonEmpty = string.min(1, { error: 'a string that is not empty' });
export const boolean = z.boolean({ error: 'true or false' });
export const number = z.number({ error: 'a number' });
export const stringOrFalse = z.union([string, z.literal(false)], { error: 'a string or false' });
/** Duration within the range of a timer. */
export const milliseconds = number
  .positive({ error: 'milliseconds above 0' })
  .max(2 ** 31 - 1, { error: 'milliseconds, at most 2147483647' });
export const stringMap = z.record(z.string(), string, { error: 'an object of strings' });

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.map((value) => `'${value}'`).join(', ')}` });

export const url = string.refine(isSafeUrl, { error: 'a link with http:, https:, mailto:, tel: or a relative one' });

/** Reports inline handlers, which the policy would block, and unsafe URLs. */
export const attributeLists = z
  .array(stringMap, { error: 'a list of objects of strings' })
  .superRefine((list, context) => {
    for (const [index, attributes] of list.entries())
      for (const [name, value] of Object.entries(attributes)) {
        const reject = (message: string) =>
          context.addIssue({ code: 'custom', path: [index, name], message, params: { whole: true } });
        if (/^on/i.test(name))
          reject(`Attribute \`${name}\` is not allowed: the site's content security policy blocks inline handlers`);
        else if (/^(?:href|src)$/i.test(name) && !isSafeUrl(value) && !/^data:image\//i.test(value))
          reject(`Unsafe URL \`${value}\``);
      }
  });

export const languageTag = string.regex(/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/, {
  error: "a language tag such as 'en-US'",
});

/** Checks a value alone. A union of schemas would report only that the whole option is wrong. */
export function checkAlone(value: unknown, schema: z.ZodType, context: z.RefinementCtx): void {
  for (const issue of schema.safeParse(value).error?.issues ?? [])
    context.issues.push({ ...issue, input: value, continue: true } as z.core.$ZodRawIssue);
}

export const listOf = <T extends z.ZodType>(item: T, what: string) => z.array(item, { error: `a list of ${what}` });

export const colorPreference = oneOf(['light', 'dark', 'auto']);

export const prefetch = z.custom<PrefetchMode>().superRefine((value, context) => {
  if (PREFETCH_MODES.some((known) => known === value)) return;
  context.addIssue({ code: 'custom', message: `Invalid prefetch value ${String(value)}`, params: { whole: true } });
});

/** Script or style sheet: a string (URL or code), or attributes with `content` or with `src` (for style sheets, `href`). */
export const asset = (urlKey: 'src' | 'href') =>
  z.custom<string | { [attribute: string]: string | boolean | undefined }>().superRefine((value, context) => {
    const reject = (message: string) => context.addIssue({ code: 'custom', message, params: { whole: true } });
    if (typeof value === 'string') return;
    if (typeof value !== 'object' || value === null)
      return reject(`Invalid script type: ${value === null ? 'null' : typeof value}`);
    const written: unknown = (value as Record<string, unknown>)[urlKey];
    const content: unknown = (value as Record<string, unknown>).content;
    if (typeof written !== 'string' && typeof content !== 'string') {
      return reject(`Invalid script type: object without \`${urlKey}\` or \`content\``);
    }
    if (typeof written === 'string' && !isSafeUrl(written)) reject(`Unsafe URL \`${written}\``);
    for (const [name, attribute] of Object.entries(value)) {
      if (typeof attribute !== 'string' && typeof attribute !== 'boolean' && attribute !== undefined) {
        reject(`Invalid attribute \`${name}\`: expected a string, true or false, got ${typeof attribute}`);
      }
    }
  });
