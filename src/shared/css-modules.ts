/** What a CSS module is, for the build and for the frame of edited demos alike. The tools come from where it runs. */

/** Values by name: class names, names of animations, and `@value`s of a CSS module. */
export type SheetClasses = Record<string, string>;

/** A CSS module whose names are its own. */
export interface ScopedSheet {
  css: string;
  /** What a script gets that imports it, by the name in the sheet. */
  classes: SheetClasses;
  /** Sheets that it takes names from, as they are written. */
  requests: string[];
}

/** PostCSS and its plugins for CSS modules. */
export interface CssModuleTools<Plugin = unknown, Root = unknown> {
  postcss: (plugins: Plugin[]) => {
    process(css: string, options: { from: string; map: false }): PromiseLike<{ root: Root }>;
  };
  /** Finds values, names that are local, and imports of names; `scope` makes the plugin that renames. */
  plugins: Plugin[];
  scope: (options: { generateScopedName: (name: string) => string }) => Plugin;
  extractICSS: (root: Root) => { icssImports: Record<string, Record<string, string>>; icssExports: SheetClasses };
  replaceSymbols: (root: Root, values: Record<string, string>) => void;
  replaceValueSymbols: (text: string, values: Record<string, string>) => string;
}

export interface ScopeOptions {
  /** Path that is told of in errors. */
  filePath: string;
  /** Begins every name of the sheet; no other sheet has it. */
  scope: string;
  /** Names of another module, by the path that is written in `composes: x from` or `@value x from`. */
  classesOf: (request: string) => Promise<SheetClasses>;
}

/** A name that another module does not have. */
export class MissingName extends Error {
  readonly request: string;
  constructor(name: string, request: string) {
    super(`${request} has no class or value "${name}"`);
    this.request = request;
  }
}

/** Gives a sheet names of its own. Throws PostCSS's CssSyntaxError, a MissingName, or what `classesOf` throws. */
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
    for (const [symbol, name] of Object.entries(icssImports[request] ?? {})) {
      const value = Object.hasOwn(classes, name) ? classes[name] : undefined;
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
