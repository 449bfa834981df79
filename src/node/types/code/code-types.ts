import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { CodeError, CodeWord } from '../../markdown/types.ts';
import { type CheckFilesOptions, createShortener } from '../check/check-files.ts';
import { type CheckedBlock, createBlockFiles } from '../check/checked-file.ts';
import { createFaultFinder } from '../check/faults.ts';
import { openProject } from '../check/project.ts';
import type * as ts from '../compiler/index.ts';
import { findWords } from './words.ts';

export interface TypedCode extends CheckedBlock {
  /** Codes of the compiler errors that the block demonstrates; `all` means any error. */
  expected: number[] | 'all';
}

export interface CodeTypesOptions extends Omit<CheckFilesOptions, 'files' | 'blocks'> {
  blocks: TypedCode[];
}

export interface CodeTypes {
  words: CodeWord[];
  errors: CodeError[];
  diagnostics: Diagnostic[];
}

export interface CodeTypesResult {
  /** Results in the order of the blocks. Empty if the project's configuration cannot be read. */
  blocks: CodeTypes[];
  diagnostics: Diagnostic[];
  /** Sorted absolute paths of all files that were read. */
  files: string[];
}

/** Describes the names in code blocks and finds the blocks' errors, in one program. */
export function readCodeTypes(options: CodeTypesOptions, session: ts.Session): CodeTypesResult {
  const files = createBlockFiles(options.blocks, session.readFile);
  for (const { fileName, text = '' } of files) session.write(fileName, text);
  const { program, diagnostics } = openProject({ ...options, files: [] }, { session, blocks: files });
  if (!program || diagnostics.length > 0) return { blocks: [], diagnostics, files: session.filesRead() };
  const shorten = createShortener(options.projectRoot);
  const findFaults = createFaultFinder(program, { shorten, packageName: options.packageName });
  const blocks = files.map((file, index): CodeTypes => {
    const source = program.file(file.fileName);
    const { expected = [] } = options.blocks[index] ?? {};
    const isExpected = ({ code }: ts.CompilerError): boolean => expected === 'all' || expected.includes(code);
    const faults = [...program.syntaxFaults(file.fileName), ...program.typeFaults(file.fileName)]
      .filter((failure) => failure.isError && !failure.isUnnecessary && isExpected(failure))
      .map((error) => ({ start: error.start, length: error.length, code: error.code, text: shorten(mainText(error)) }));
    return {
      words: source ? findWords(program, source) : [],
      errors: faults,
      diagnostics: [...findFaults({ ...file, isExpected }), ...missing(options.blocks[index], faults, file.locate)],
    };
  });
  return { blocks, diagnostics: [], files: session.filesRead() };
}

/** Returns the text of an error. Each cause is indented below the text that it explains. */
function mainText(error: ts.CompilerError, depth = 0): string {
  const line = `${'  '.repeat(depth)}${error.text}`;
  return [line, ...error.chain.map((cause) => mainText(cause, depth + 1))].join('\n');
}

function missing(
  block: TypedCode | undefined,
  codeErrors: CodeError[],
  locate: ReturnType<typeof createBlockFiles>[number]['locate'],
): Diagnostic[] {
  if (!block || block.expected === 'all') return [];
  return block.expected
    .filter((code) => codeErrors.every((error) => error.code !== code))
    .map((number) => {
      const location = locate(block.text, Math.max(0, block.text.search(/@errors\b/)), '@errors'.length);
      return createDiagnostic('expected-error-missing', { number }, { location });
    });
}
