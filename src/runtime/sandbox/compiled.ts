import type { ScopedSheet, ScopeOptions } from '../../shared/css-modules.ts';

/** What the compiler's script, run in the frame before anything else, leaves in `globalThis.cascaderCompiler`. */
export interface Compiler {
  /**
   * Compiles TypeScript and JSX to a CommonJS module. Throws an error with `loc` (line and column from 1) where it fails.
   *
   * @param jsxImportSource package whose functions JSX becomes; default React
   */
  compile(name: string, text: string, jsxImportSource?: string): CompiledScript;
}

export interface CompiledScript {
  code: string;
  /** Place in the text of a place in the code; lines from 1, columns from 0. */
  positionOf(line: number, column: number): { line: number; column: number } | undefined;
}

/** What the script that makes CSS modules leaves in `globalThis.cascaderCssModules`. */
export interface CssModuleMaker {
  /** Gives a sheet names of its own. Rejects with an error that may have `reason`, `line` and `column`. */
  scope(css: string, options: ScopeOptions): Promise<ScopedSheet>;
}

declare global {
  var cascaderCompiler: Compiler | undefined;
  var cascaderCssModules: CssModuleMaker | undefined;
  /** Modules of packages by name, each evaluated when it is asked for. */
  var cascaderModules: Record<string, () => unknown> | undefined;
}

/** Stands for `import.meta.env`, which a script cannot have; as long as that, so that columns stay. */
export const META_ENV = 'cascaderMetaEnv';
