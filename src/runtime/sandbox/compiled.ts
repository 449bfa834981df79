import type { ScopedSheet, ScopeOptions } from '../../shared/css-modules.ts';

/** Interface of the compiler's script, which runs first in the frame and sets `globalThis.cascaderCompiler`. */
export interface Compiler {
  /** Throws an error with `loc` (line and column from 1). `jsxImportSource` defaults to React. */
  compile(name: string, text: string, jsxImportSource?: string): CompiledScript;
}

export interface CompiledScript {
  code: string;
  /** Maps a position in the code to the source text; lines from 1, columns from 0. */
  positionOf(line: number, column: number): { line: number; column: number } | undefined;
}

/** Interface of the CSS modules' script, which sets `globalThis.cascaderCssModules`. */
export interface CssModuleMaker {
  /** Scopes the names of a style sheet. Rejects with an error that may have `reason`, `line` and `column`. */
  scope(css: string, options: ScopeOptions): Promise<ScopedSheet>;
}

declare global {
  var cascaderCompiler: Compiler | undefined;
  var cascaderCssModules: CssModuleMaker | undefined;
  /** Modules of packages by name, each evaluated on first use. */
  var cascaderModules: Record<string, () => unknown> | undefined;
}

/** Replaces `import.meta.env`, which a script cannot use. The name has the same length, so that columns do not change. */
export const META_ENV = 'cascaderMetaEnv';
