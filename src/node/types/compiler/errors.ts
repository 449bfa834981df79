import { DiagnosticCategory, type Diagnostic as RawDiagnostic } from 'typescript/unstable/sync';

export interface CompilerError {
  code: number;
  text: string;
  isError: boolean;
  file?: string;
  start: number;
  length: number;
  isUnnecessary: boolean;
  isDeprecated: boolean;
  chain: readonly CompilerError[];
  related: readonly CompilerError[];
}

export function errorOf(raw: RawDiagnostic): CompilerError {
  const { code, text, category, fileName, pos, end } = raw;
  return {
    code,
    text,
    isError: category === DiagnosticCategory.Error,
    ...(fileName === undefined ? {} : { file: fileName }),
    start: pos,
    length: end - pos,
    isUnnecessary: raw.reportsUnnecessary === true,
    isDeprecated: raw.reportsDeprecated === true,
    chain: (raw.messageChain ?? []).map(errorOf),
    related: (raw.relatedInformation ?? []).map(errorOf),
  };
}

/** Returns an error and its causes, outermost first. */
export function withChain(error: CompilerError): CompilerError[] {
  return [error, ...error.chain.flatMap(withChain)];
}

export function flatText(failure: CompilerError): string {
  return withChain(failure)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\.$/, '');
}
