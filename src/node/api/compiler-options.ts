import path from 'node:path';
import ts from 'typescript';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** How types are read when the project does not say. */
export const DEFAULTS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  types: [],
};

/** What an extraction needs whatever the project says: no output, no state, nothing checked that is not asked for. */
export const FIXED: ts.CompilerOptions = {
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  tsBuildInfoFile: undefined,
  allowImportingTsExtensions: true,
};

/** The options, and the files that declare globals. */
export interface ProjectOptions {
  options: ts.CompilerOptions;
  ambientFiles: string[];
  diagnostics: Diagnostic[];
}

/**
 * The compiler options of the project, from its `tsconfig.json` where there is one.
 * @param options.tsconfig absolute path of the configuration; undefined: none
 * @param options.sourceDir folder of the entry: declaration files below it, and beside the configuration, may declare globals
 */
export function readCompilerOptions(options: {
  projectRoot: string;
  sourceDir: string;
  tsconfig: string | undefined;
  host: ts.ParseConfigHost;
}): ProjectOptions {
  const { projectRoot, sourceDir, tsconfig, host } = options;
  if (tsconfig === undefined) return { options: { ...DEFAULTS, ...FIXED }, ambientFiles: [], diagnostics: [] };
  const { config, error } = ts.readConfigFile(tsconfig, host.readFile);
  const configDir = path.dirname(tsconfig);
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, host, configDir, {}, tsconfig);
  const isAmbient = (file: string): boolean =>
    /\.d\.[cm]?ts$/.test(file) &&
    (path.dirname(file) === configDir || !path.relative(sourceDir, file).startsWith('..'));
  return {
    options: { ...DEFAULTS, ...parsed.options, ...FIXED },
    ambientFiles: parsed.fileNames.filter(isAmbient),
    diagnostics: [...(error ? [error] : []), ...parsed.errors]
      // A list of files that holds nothing does not matter: the entry is read all the same.
      .filter(({ code }) => code !== 18002 && code !== 18003)
      .map(({ messageText }) => ({
        severity: 'warning',
        code: 'CD802',
        text: `${path.relative(projectRoot, tsconfig).replaceAll(path.sep, '/')}: ${ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\.$/, '')}`,
      })),
  };
}
