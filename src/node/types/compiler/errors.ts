/** What the compiler finds wrong. */
import { DiagnosticCategory, type Diagnostic as RawDiagnostic } from 'typescript/unstable/sync';

/** Something that is wrong, or that an editor would mark. */
export interface Fault {
  /** The compiler's number of the message. */
  code: number;
  text: string;
  isError: boolean;
  /** Path with forward slashes; undefined for what is in no file. */
  file?: string;
  start: number;
  length: number;
  /** It is about code that nothing uses. */
  isUnnecessary: boolean;
  /** It is about something that is deprecated. */
  isDeprecated: boolean;
  /** What led to it. */
  chain: readonly Fault[];
  /** Other places that it is about. */
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

/** A fault and all that led to it, top down. */
export function withChain(fault: Fault): Fault[] {
  return [fault, ...fault.chain.flatMap(withChain)];
}

/** Text of a fault and of what led to it, without the stop at its end. */
export function flatText(fault: Fault): string {
  return withChain(fault)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\.$/, '');
}
