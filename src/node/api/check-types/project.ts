import path from 'node:path';
import ts from 'typescript';
import { type Diagnostic, type Location, locate } from '../../diagnostics/diagnostic.ts';
import { packageDir } from '../../package-dir.ts';
import { findConfig } from '../api-program.ts';
import { DEFAULTS, FIXED } from '../compiler-options.ts';
import { type NamedPaths, namedPaths } from './paths.ts';

/** How the types of a project are checked. */
export interface CheckedProject {
  options: ts.CompilerOptions;
  /** Absolute paths of the files that declare globals, and modules that are no scripts; what the project says counts first. */
  ambientFiles: string[];
  /** What is wrong with the configuration. */
  diagnostics: Diagnostic[];
}

/** What holds whatever the project says. */
const CHECKED: ts.CompilerOptions = {
  ...FIXED,
  // Nothing is written, so that what a type looks like from outside does not matter.
  declaration: false,
  declarationMap: false,
  isolatedDeclarations: false,
  // As the site's compiler has it: an element needs no import of React.
  jsx: ts.JsxEmit.ReactJSX,
  // The names of one code block are not those of another.
  moduleDetection: ts.ModuleDetectionKind.Force,
};

/** Lists of files that hold nothing: what is checked is listed apart. */
const NO_INPUTS = [18002, 18003];

/**
 * Reads the project's `tsconfig.json`: the one that is given, or the nearest one from the site's folder up to the project's
 * root, or none.
 */
export function readProject(
  options: NamedPaths & {
    tsconfig?: string;
    files: readonly string[];
    readFile: (filePath: string) => string | undefined;
  },
): CheckedProject {
  const { projectRoot, root, library, files, readFile } = options;
  const tsconfig = options.tsconfig ? path.resolve(projectRoot, options.tsconfig) : findConfig(root, projectRoot);
  const hasScript = files.some((file) => /\.[cm]?jsx?$/.test(file));
  const { parsed, diagnostics } = readConfig({ projectRoot, root, tsconfig, readFile });
  const compilerOptions: ts.CompilerOptions = {
    ...DEFAULTS,
    resolveJsonModule: true,
    ...parsed?.options,
    ...(hasScript ? { allowJs: true } : {}),
    paths: namedPaths(options, parsed?.options.paths),
    ...CHECKED,
  };
  const folders = [...(library ? [library.entry] : []), ...files].map((file) => path.dirname(file));
  const isAmbient = (file: string): boolean =>
    /\.d\.[cm]?ts$/.test(file) &&
    (path.relative(path.dirname(tsconfig ?? ''), path.dirname(file)) === '' ||
      folders.some((folder) => !path.relative(folder, file).startsWith('..')));
  return {
    options: compilerOptions,
    ambientFiles: [...(parsed?.fileNames ?? []).filter(isAmbient), path.join(packageDir, 'src/client.d.ts')],
    diagnostics,
  };
}

function readConfig(options: {
  projectRoot: string;
  root: string;
  tsconfig: string | undefined;
  readFile: (filePath: string) => string | undefined;
}): { parsed?: ts.ParsedCommandLine; diagnostics: Diagnostic[] } {
  const { root, tsconfig, readFile } = options;
  if (tsconfig === undefined) return { diagnostics: [] };
  const relative = (file: string): string => path.relative(root, file).replaceAll(path.sep, '/');
  if (readFile(tsconfig) === undefined)
    return { diagnostics: [configFault(`There is no file "${relative(tsconfig)}"`)] };
  const parsed = ts.parseJsonSourceFileConfigFileContent(
    ts.readJsonConfigFile(tsconfig, readFile),
    { ...ts.sys, readFile },
    path.dirname(tsconfig),
    {},
    tsconfig,
  );
  const diagnostics = ts
    .getConfigFileParsingDiagnostics(parsed)
    .filter(({ code }) => !NO_INPUTS.includes(code))
    .map(({ file, start = 0, length, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\.$/, '');
      return file
        ? configFault(text, locate(relative(file.fileName), file.text, start, length))
        : configFault(`${relative(tsconfig)}: ${text}`);
    });
  return { parsed, diagnostics };
}

function configFault(text: string, location?: Location): Diagnostic {
  return {
    severity: 'error',
    code: 'CD812',
    text,
    ...(location && { location }),
    notes: ['Demos and code blocks are checked with these options: mend them, or name others in apiParser.tsconfig'],
  };
}
