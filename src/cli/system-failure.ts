import path from 'node:path';
import { type Diagnostic, DiagnosticError } from '../index.ts';

/** What Node says when the system refuses something: `EACCES: permission denied, open '/path'`. */
const SYSTEM = /^(E[A-Z]+): ([^,]+), (\w+)(?: '(.+?)'(?: -> '.*')?)?$/;

/** What the system refuses, as a message with its file; undefined for other errors. */
export function describeSystemFailure(message: string, folder: string): Diagnostic | undefined {
  const [, code, reason, call, file] = SYSTEM.exec(message) ?? [];
  if (code === undefined) return undefined;
  const what = call === 'scandir' ? 'The folder cannot be read' : `The system refuses \`${call}\``;
  return {
    severity: 'error',
    code: 'CD104',
    text: `${what}: ${reason} (${code})`,
    location: file === undefined ? undefined : { file: path.relative(folder, file) || '.', line: 1, column: 1 },
    notes: ['See that there is a file or a folder where one is expected, and that you may read it.'],
  };
}

/** Says so when something failed because too few files may be open, whoever met it; undefined for other errors. */
export function describeOpenFiles(error: unknown): Diagnostic | undefined {
  const texts =
    error instanceof DiagnosticError ? error.diagnostics.map(({ text }) => text) : [String((error as Error)?.message)];
  const found = texts.find((text) => /too many open files|file table overflow/.test(text));
  if (found === undefined) return undefined;
  return {
    severity: 'error',
    code: 'CD104',
    text: `The system lets too few files be open at a time: ${found}`,
    notes: ['Allow more, such as `ulimit -n 1024` in the shell before the command.'],
  };
}
