import { ownValue } from './own-value.ts';

/** The caller provides PostCSS and its plugins. */

export type SheetClasses = Record<string, string>;

export interface ScopedSheet {
  css: string;
  /** Exports of the CSS module, by name in the style sheet. */
  classes: SheetClasses;
  /** Import specifiers of the style sheets from which it imports names. */
  requests: string[];
}

export interface CssModuleTools<Plugin = unknown, Root = unknown> {
  postcss: (plugins: Plugin[]) => {
    process(css: string, options: { from: string; map: false }): PromiseLike<{ root: Root }>;
  };
  /** `scope` creates the plugin that renames classes. */
  plugins: Plugin[];
  scope: (options: { generateScopedName: (name: string) => string }) => Plugin;
  extractICSS: (root: Root) => { icssImports: Record<string, Record<string, string>>; icssExports: SheetClasses };
  replaceSymbols: (root: Root, values: Record<string, string>) => void;
  replaceValueSymbols: (text: string, values: Record<string, string>) => string;
}

export interface ScopeOptions {
  filePath: string;
  /** Prefix of every name, unique to the style sheet. */
  scope: string;
  classesOf: (request: string) => Promise<SheetClasses>;
}

export class MissingName extends Error {
  readonly request: string;
  constructor(name: string, request: string) {
    super(`${request} has no class or value "${name}"`);
    this.request = request;
  }
}

/** Throws PostCSS's CssSyntaxError, a MissingName, or an error of `classesOf`. */
export async function scopeSheet<Plugin, Root>(
  css: string,
  { filePath, scope, classesOf }: ScopeOptions,
  tools: CssModuleTools<Plugin, Root>,
): Promise<ScopedSheet> {
  const generateScopedName = (name: string): string => `${scope}_${name}`;
  const { root } = await tools
    .postcss([...tools.plugins, tools.scope({ generateScopedName })])
    .process(css, { from: filePath, map: false });
  const { icssImports, icssExports } = tools.extractICSS(root);
  const requests = Object.keys(icssImports);
  const values: Record<string, string> = {};
  for (const request of requests) {
    const classes = await classesOf(request);
    for (const [symbol, name] of Object.entries(ownValue(icssImports, request) ?? {})) {
      const value = ownValue(classes, name);
      if (value === undefined) throw new MissingName(name, request);
      values[symbol] = value;
    }
  }
  tools.replaceSymbols(root, values);
  const classes = Object.fromEntries(
    Object.entries(icssExports).map(([name, value]) => [name, tools.replaceValueSymbols(value, values)]),
  );
  return { css: String(root), classes, requests };
}
