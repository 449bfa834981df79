import type { CodeEntry, MessageData } from './codes/entry.ts';
import { CODES, type Code } from './codes.ts';
import { type Diagnostic, DiagnosticError } from './diagnostic.ts';

type Table = typeof CODES;
type CodeOf = { [Entry in Code as Table[Entry]['name']]: Entry };

export type DiagnosticName = keyof CodeOf;

/** Data that the text of a diagnostic contains; `{}` if it contains none. */
export type DataOf<Name extends DiagnosticName> = MessageData<Table[CodeOf[Name]]['message']>;

/** Further fields of a diagnostic. `severity` overrides the severity in the table, for options such as `deadLinks`. */
export type About = Partial<Pick<Diagnostic, 'severity' | 'location' | 'stack' | 'demos' | 'key'>>;

const CODE_BY_NAME = new Map(Object.entries(CODES).map(([code, { name }]) => [name, code as Code]));

export function createDiagnostic<Name extends DiagnosticName>(
  name: Name,
  data: DataOf<Name>,
  { severity, ...about }: About = {},
): Diagnostic {
  const code = CODE_BY_NAME.get(name) as Code;
  const entry: CodeEntry = CODES[code];
  const write = typeof entry.message === 'function' ? entry.message : entry.message[(data as { case: string }).case];
  const { text, notes } = (write as NonNullable<typeof write>)(data as never);
  return { severity: severity ?? entry.severity ?? 'error', code, text, ...about, ...(notes?.length && { notes }) };
}

export function failure<Name extends DiagnosticName>(
  exitCode: 1 | 2 | 3,
  name: Name,
  data: DataOf<Name>,
  about?: About,
): DiagnosticError {
  return new DiagnosticError([createDiagnostic(name, data, about)], exitCode);
}

export function nameOf(code: Code): string {
  return CODES[code].name;
}
