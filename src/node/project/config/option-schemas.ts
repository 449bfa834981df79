import type { Plugin } from 'esbuild';
import * as z from 'zod';
import { SLOTS } from '../../../shared/slots.ts';
import type { MarkdownPluggable, ResolvedConfig } from './types.ts';
import { boolean, checkAlone, listOf, nonEmpty, number, oneOf, string } from './value-schemas.ts';

export const components = z.record(
  string.regex(/^[A-Z]\w*$/, { error: "the name of a component, such as 'Icon'" }),
  nonEmpty,
  { error: "an object of modules by name, such as { Icon: './docs/Icon.tsx' }" },
);

export const slots = z.partialRecord(oneOf(SLOTS), nonEmpty, { error: 'an object of modules by slot' });

export function fillInModules<Name extends string>(
  modules: { [Key in Name]?: string } = {},
  absolute: (path: string) => string,
): Record<Name, string> {
  const entries = Object.entries(modules) as [Name, string][];
  return Object.fromEntries(entries.map(([name, path]) => [name, absolute(path)])) as Record<Name, string>;
}

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

export const csp = z.custom<false | 'strict' | z.infer<typeof policy>>().superRefine((value: unknown, context) => {
  if (value === false || value === 'strict') return;
  const reject = "false, 'strict' or lists of sources by directive";
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    context.addIssue({ code: 'custom', message: reject });
    return;
  }
  checkAlone(value, policy, context);
});

/** Loaders that only produce a module. Files are published with `?url`, and style sheets are not modules. */
const LOADERS = ['js', 'jsx', 'ts', 'tsx', 'json', 'text', 'base64', 'binary', 'dataurl', 'empty'] as const;

const bundlerPlugin = z.custom<Plugin>(
  (value) => typeof value === 'object' && value !== null && 'name' in value && 'setup' in value,
  { error: 'an esbuild plugin, which is an object with name and setup' },
);

export const esbuild = z.strictObject(
  {
    plugins: listOf(bundlerPlugin, 'plugins of esbuild').default([]),
    define: z.record(z.string(), string, { error: 'an object of expressions by name' }).default({}),
    loader: z
      .record(
        string.regex(/^\.\w[\w.-]*$/, { error: "an ending such as '.txt'" }),
        z.enum(LOADERS, {
          error: `one of ${LOADERS.map((name) => `'${name}'`).join(', ')}; import \`?url\` for a file`,
        }),
        { error: 'an object of loaders by ending' },
      )
      .default({}),
    conditions: listOf(nonEmpty, 'conditions').default([]),
    timeout: number.positive({ error: 'milliseconds above 0' }).default(60_000),
  },
  { error: 'an object' },
);

/** A unified plugin, plugin with options, or preset. */
const markdownPlugin = z.custom<MarkdownPluggable>(
  (value) =>
    typeof (Array.isArray(value) ? value[0] : value) === 'function' ||
    (typeof value === 'object' && value !== null && ('plugins' in value || 'settings' in value)),
  { error: "a plugin, such as the import of 'remark-toc', or a list of the plugin and its options" },
);

export const markdown = z.strictObject(
  {
    remarkPlugins: listOf(markdownPlugin, 'remark plugins').optional(),
    rehypePlugins: listOf(markdownPlugin, 'rehype plugins').optional(),
  },
  { error: '{ remarkPlugins, rehypePlugins }' },
);

/** Undefined without plugins. The digest is set when the code of the configuration is known. */
export function fillInMarkdown(options: z.infer<typeof markdown> = {}): ResolvedConfig['markdown'] {
  const { remarkPlugins = [], rehypePlugins = [] } = options;
  return remarkPlugins.length + rehypePlugins.length > 0 ? { remarkPlugins, rehypePlugins, digest: '' } : undefined;
}

export const kilobytes = number.positive({ error: 'a number of kilobytes above 0' });

export const budgets = z
  .strictObject(
    {
      firstView: z
        .strictObject(
          { home: kilobytes.optional(), demo: kilobytes.optional(), text: kilobytes.optional() },
          { error: '{ home, demo, text }' },
        )
        .default({}),
      imports: z.record(string, kilobytes, { error: "{ Button: 5, '*': 20 }" }).default({}),
    },
    { error: '{ firstView, imports }' },
  )
  .prefault({});
