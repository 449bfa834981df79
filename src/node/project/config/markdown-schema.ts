import * as z from 'zod';
import type { MarkdownPluggable, ResolvedConfig } from './types.ts';
import { listOf } from './value-schemas.ts';

/** Plugin of unified, plugin with options, or preset. */
const plugin = z.custom<MarkdownPluggable>(
  (value) =>
    typeof (Array.isArray(value) ? value[0] : value) === 'function' ||
    (typeof value === 'object' && value !== null && ('plugins' in value || 'settings' in value)),
  { error: "a plugin, such as the import of 'remark-toc', or a list of the plugin and its options" },
);

export const markdown = z.strictObject(
  {
    remarkPlugins: listOf(plugin, 'remark plugins').optional(),
    rehypePlugins: listOf(plugin, 'rehype plugins').optional(),
  },
  { error: '{ remarkPlugins, rehypePlugins }' },
);

/** Undefined without plugins. The digest is set when the code of the configuration is known. */
export function fillInMarkdown(options: z.infer<typeof markdown> = {}): ResolvedConfig['markdown'] {
  const { remarkPlugins = [], rehypePlugins = [] } = options;
  return remarkPlugins.length + rehypePlugins.length > 0 ? { remarkPlugins, rehypePlugins, digest: '' } : undefined;
}
