/** Errors and suggestions of the compiler. */
import { DiagnosticCategory, type Diagnostic as RawDiagnostic } from 'typescript/unstable/sync';

/** An error, or a suggestion that an editor would mark. */
export interface Fault {
  /** Number of the compiler's message. */
  code: number;
  text: string;
  isError: boolean;
  /** Path with forward slashes; undefined if the error is in no file. */
  file?: string;
  start: number;
  length: number;
  /** The code is unused. */
  isUnnecessary: boolean;
  /** The code is deprecated. */
  isDeprecated: boolean;
  /** Causes of the error. */
  chain: readonly Fault[];
  /** Related locations. */
  related: readonly Fault[];
}

export function faultOf(raw: RawDiagnostic): Fault {
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
    chain: (raw.messageChain ?? []).map(faultOf),
    related: (raw.relatedInformation ?? []).map(faultOf),
  };
}

/** Returns an error and its causes, top down. */
export function withChain(fault: Fault): Fault[] {
  return [fault, ...fault.chain.flatMap(withChain)];
}

/** Returns the text of an error and its causes, without the period at the end. */
export function flatText(fault: Fault): string {
  return withChain(fault)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\.$/, '');
}
