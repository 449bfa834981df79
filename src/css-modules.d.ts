/** The parts of the CSS modules plugins that are used: the packages have no types. */
declare module 'icss-utils' {
  import type { Root } from 'postcss';
  export function extractICSS(root: Root): {
    icssImports: Record<string, Record<string, string>>;
    icssExports: Record<string, string>;
  };
  export function replaceSymbols(root: Root, values: Record<string, string>): void;
  export function replaceValueSymbols(text: string, values: Record<string, string>): string;
}
declare module 'postcss-modules-extract-imports' {
  import type { PluginCreator } from 'postcss';

  const plugin: PluginCreator<void>;
  export default plugin;
}
declare module 'postcss-modules-local-by-default' {
  import type { PluginCreator } from 'postcss';

  const plugin: PluginCreator<void>;
  export default plugin;
}
declare module 'postcss-modules-scope' {
  import type { Plugin } from 'postcss';
  export default function scope(options: { generateScopedName: (name: string) => string }): Plugin;
}
declare module 'postcss-modules-values' {
  import type { PluginCreator } from 'postcss';

  const plugin: PluginCreator<void>;
  export default plugin;
}
