import path from 'node:path';
import type { Project } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { createChecker } from './checker.ts';
import { type CompilerError, errorOf } from './errors.ts';
import { memo } from './memo.ts';
import { isSourceFile, type Node, type SourceFile } from './syntax.ts';
import { simpleText } from './text.ts';

export type Program = ReturnType<typeof createProgram>;

/** Creates a program of files that are compiled together. Paths have forward slashes. */
export function createProgram(project: Project, libraryDir: string) {
  const { program, emitter } = project;
  const checker = createChecker(project);
  return {
    checker,
    fileNames: (): readonly string[] => program.getSourceFileNames(),
    file: (filePath: string): SourceFile | undefined => program.getSourceFile(toPosix(filePath)),
    isLibrary: memo((filePath: string) => path.dirname(path.normalize(filePath)) === libraryDir),
    imported: (specifier: Node): SourceFile | undefined =>
      checker.symbolAt(specifier)?.declarations.find((node: Node) => isSourceFile(node)) as SourceFile | undefined,
    configFaults: (): CompilerError[] => program.getConfigFileParsingDiagnostics().map(errorOf),
    syntaxFaults: memo((filePath: string) => program.getSyntacticDiagnostics(filePath).map(errorOf)),
    typeFaults: memo((filePath: string) => program.getSemanticDiagnostics(filePath).map(errorOf)),
    suggestions: (filePath: string): CompilerError[] => program.getSuggestionDiagnostics(filePath).map(errorOf),
    print: (node: Node): string => simpleText(node) ?? onOneLine(emitter.printNode(node)),
  };
}

function onOneLine(text: string): string {
  return text
    .replace(/\[\s*\n\s*/g, '[')
    .replace(/\s*\n\s*\]/g, ']')
    .replace(/\s*\n\s*/g, ' ');
}
