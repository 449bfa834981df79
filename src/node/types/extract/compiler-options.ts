import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import { refusalOfRead } from '../../project/file-scope.ts';
import * as ts from '../compiler/index.ts';
import type { TypesScope } from './refused-imports.ts';

export const DEFAULTS: ts.Options = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  types: [],
};

/** Defaults of TypeScript versions before 6, which differ from the defaults of this compiler. */
const DEFAULTS_BEFORE_6: ts.Options = { strict: false, types: ['*'], noUncheckedSideEffectImports: false };

/**
 * Returns the defaults. `target` and `lib` are at least those that a site is compiled for. `typescript` is the
 * project's version, such as `5.9.3`; by default, this compiler's version.
 */
export function projectDefaults({ isNewer }: ts.Config, typescript?: string): ts.Options {
  const { target, lib, module, moduleResolution, jsx } = DEFAULTS;
  const isBefore6 = Number.parseInt(typescript ?? '', 10) < 6;
  return {
    module,
    moduleResolution,
    jsx,
    ...(isNewer ? {} : { target, lib }),
    ...(isBefore6 ? DEFAULTS_BEFORE_6 : {}),
  };
}

/** Options that override the project's options: no output, no state, and only the requested checks. */
export const FIXED: ts.Options = {
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  tsBuildInfoFile: null,
  allowImportingTsExtensions: true,
};

/** Codes of errors about an empty list of files. Such errors do not matter, because the entries are read anyway. */
export const NO_INPUTS = [18002, 18003];

/** Returns the declaration files in the entry's folder and in the folder of the configuration. */
export function ambientFiles(tsconfig: string, config: ts.Config, sourceDirs: readonly string[]): string[] {
  return config.fileNames.filter(
    (file) =>
      /\.d\.[cm]?ts$/.test(file) &&
      (path.relative(path.dirname(tsconfig), path.dirname(file)) === '' ||
        sourceDirs.some((dir) => isInside(dir, file))),
  );
}

export function configProblems(
  program: ts.Program,
  tsconfig: string,
  { projectRoot, scope }: { projectRoot: string; scope?: TypesScope },
): Diagnostic[] {
  return program
    .configFaults()
    .filter(({ code }) => !NO_INPUTS.includes(code))
    .map((failure) => {
      const data = { file: relativePath(projectRoot, tsconfig), reason: shownText(failure, scope) };
      return createDiagnostic('tsconfig-problem', data);
    });
}

/** Returns true if a message may quote a file. A configuration may extend a file anywhere on the disk. */
export function mayQuote({ file }: ts.CompilerError, scope: TypesScope | undefined): boolean {
  if (file === undefined || !scope) return true;
  return refusalOfRead({ filePath: path.normalize(file), folder: scope.projectRoot }, scope) === undefined;
}

/** Returns the text of an error. The compiler's own text quotes the file, so it is replaced if the file must not be quoted. */
export function shownText(error: ts.CompilerError, scope: TypesScope | undefined): string {
  return mayQuote(error, scope) ? ts.flatText(error) : `The configuration has an error, TS${error.code}`;
}
