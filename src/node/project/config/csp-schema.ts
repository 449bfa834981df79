import * as z from 'zod';
import { boolean, listOf, nonEmpty } from './value-schemas.ts';

/** All directives of a content security policy. */
const DIRECTIVES = [
  ...(['default-src', 'script-src', 'script-src-elem', 'script-src-attr'] as const),
  ...(['style-src', 'style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'media-src', 'connect-src'] as const),
  ...(['worker-src', 'child-src', 'frame-src', 'fenced-frame-src', 'object-src', 'manifest-src'] as const),
  ...(['prefetch-src', 'base-uri', 'form-action', 'frame-ancestors', 'report-uri', 'report-to', 'sandbox'] as const),
  ...(['require-trusted-types-for', 'trusted-types', 'upgrade-insecure-requests'] as const),
] as const;

const sources = listOf(
  nonEmpty.regex(/^[^;,\p{Cc}]*$/u, {
    error: "one source such as 'https://example.com', without `;`, `,` and line breaks",
  }),
  "sources, such as ['https://example.com']",
);

export const policy = z.strictObject({
  strict: boolean.optional(),
  ...(Object.fromEntries(DIRECTIVES.map((name) => [name, sources.optional()])) as Record<
    (typeof DIRECTIVES)[number],
    z.ZodOptional<typeof sources>
  >),
});

/** An object is checked alone, because a union around it would report only that the whole option is wrong. */
export const csp = z.custom<false | 'strict' | z.infer<typeof policy>>().superRefine((value: unknown, context) => {
  if (value === false || value === 'strict') return;
  const reject = "false, 'strict' or lists of sources by directive";
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    context.addIssue({ code: 'custom', message: reject });
    return;
  }
  for (const issue of policy.safeParse(value).error?.issues ?? [])
    context.issues.push({ ...issue, input: value, continue: true } as z.core.$ZodRawIssue);
});
