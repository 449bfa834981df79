import ts from 'typescript';
import { toCompilerPath } from './checked-file.ts';

/** What is read, and how. */
export interface ServiceInput {
  projectRoot: string;
  options: ts.CompilerOptions;
  /** Absolute paths. */
  fileNames: readonly string[];
  /** Texts of files that are not on the disk, by their paths with forward slashes. */
  texts: ReadonlyMap<string, string>;
  readFile: (filePath: string) => string | undefined;
}

/** Makes a service with one program of all files. It is only a program that tells of what is deprecated. */
export function createLanguageService(input: ServiceInput): ts.LanguageService {
  const { projectRoot, options, fileNames, texts } = input;
  const readFile = (filePath: string): string | undefined => texts.get(filePath) ?? input.readFile(filePath);
  return ts.createLanguageService({
    getScriptFileNames: () => fileNames.map(toCompilerPath),
    // The service is used once: no file changes.
    getScriptVersion: () => '1',
    getScriptSnapshot(filePath) {
      const text = readFile(filePath);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => options,
    getCurrentDirectory: () => projectRoot,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    readFile,
    fileExists: (filePath) => texts.has(filePath) || ts.sys.fileExists(filePath),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  });
}
