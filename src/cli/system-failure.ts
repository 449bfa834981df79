import path from 'node:path';
import type { Diagnostic } from '../index.ts';

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
