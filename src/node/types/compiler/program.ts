import path from 'node:path';
import type { Project } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { type Checker, createChecker } from './checker.ts';
import { type CompilerError, errorOf } from './errors.ts';
import { memo } from './memo.ts';
import { isSourceFile, type Node, type SourceFile } from './syntax.ts';
import { simpleText } from './text.ts';

/** Files that are compiled together. Paths have forward slashes. */
export interface Program {
  checker: Checker;
  fileNames: () => readonly string[];
  file: (filePath: string) => SourceFile | undefined;
  isLibrary: (filePath: string) => boolean;
  imported: (specifier: Node) => SourceFile | undefined;
  configFaults: () => CompilerError[];
  syntaxFaults: (filePath: string) => CompilerError[];
  typeFaults: (filePath: string) => CompilerError[];
  suggestions: (filePath: string) => CompilerError[];
  /** Prints a syntax tree on one line. */
  print: (node: Node) => string;
}

export function createProgram(project: Project, libraryDir: string): Program {
  const { program, emitter } = project;
  const checker = createChecker(project);
  return {
    checker,
    fileNames: () => program.getSourceFileNames(),
    file: (filePath) => program.getSourceFile(toPosix(filePath)),
    isLibrary: memo((filePath: string) => path.dirname(path.normalize(filePath)) === libraryDir),
    imported: (specifier) =>
      checker.symbolAt(specifier)?.declarations.find((node: Node) => isSourceFile(node)) as SourceFile | undefined,
    configFaults: () => program.getConfigFileParsingDiagnostics().map(errorOf),
    syntaxFaults: memo((filePath: string) => program.getSyntacticDiagnostics(filePath).map(errorOf)),
    typeFaults: memo((filePath: string) => program.getSemanticDiagnostics(filePath).map(errorOf)),
    suggestions: (filePath) => program.getSuggestionDiagnostics(filePath).map(errorOf),
    print: (node) => simpleText(node) ?? onOneLine(emitter.printNode(node)),
  };
}

function onOneLine(text: string): string {
  return text
    .replace(/\[\s*\n\s*/g, '[')
    .replace(/\s*\n\s*\]/g, ']')
    .replace(/\s*\n\s*/g, ' ');
}
