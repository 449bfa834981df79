import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { messageOf } from '../../base/errors.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { ResolvedConfig, Site } from '../../project/config/types.ts';
import { parseMarkdown } from '../markdown.ts';
import { type AttachedPlugins, attachPlugins, PluginError, wrapPlugins } from './attach-plugins.ts';

export function createSitePlugins(
  { remarkPlugins, rehypePlugins }: NonNullable<ResolvedConfig['markdown']>,
  mdx: typeof import('../mdx.ts') | undefined,
) {
  return {
    /** Plugins for the text of `.md` files. */
    md: once(() => {
      const attached = attachPlugins(remarkPlugins, 'remarkPlugins');
      return attached.syntax.length > 0 ? attached : { ...attached, parse: parseMarkdown };
    }),
    /** Plugins for the text of `.mdx` files. */
    mdx: once(() => {
      const { list, names, ...attached } = wrapPlugins(remarkPlugins, 'remarkPlugins');
      const parse = (mdx as NonNullable<typeof mdx>).createMdxParser(list, names);
      return { ...attached, parse };
    }),
    html: once(() => attachPlugins(rehypePlugins, 'rehypePlugins')),
  };
}

/** Reports plugins that cannot be called with their options, and plugins that replace the parser. */
export function checkSitePlugins(site: Site): Diagnostic[] {
  const { config, configFile, configSource = '' } = site;
  if (!config.markdown) return [];
  const plugins = createSitePlugins(config.markdown, undefined);
  const at = (option: string) =>
    configFile === undefined ? {} : { location: locateKey(configFile, configSource, ['markdown', option]) };
  const attach = (option: string, load: () => AttachedPlugins): Diagnostic[] => {
    try {
      const { syntax } = load();
      return option === 'remarkPlugins' && syntax.length > 0
        ? [createDiagnostic('parsed-by-remark', { plugins: syntax }, at(option))]
        : [];
    } catch (error) {
      const { plugin, cause } = error instanceof PluginError ? error : { plugin: option, cause: error };
      return [
        createDiagnostic('markdown-plugin-failed', { case: 'threw', plugin, reason: messageOf(cause) }, at(option)),
      ];
    }
  };
  return [...attach('remarkPlugins', plugins.md), ...attach('rehypePlugins', plugins.html)];
}

/** If loading fails, {@link checkSitePlugins} reports the error. */
function once(load: () => AttachedPlugins): () => AttachedPlugins {
  let loaded: AttachedPlugins | undefined;
  return () => (loaded ??= load());
}
