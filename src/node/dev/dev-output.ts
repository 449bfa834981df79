import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';

/** An output that was made because it was asked for. */
export interface DevOutput {
  content: string | Uint8Array;
  /** What is wrong with the page: it may lack what the errors are about. */
  diagnostics: Diagnostic[];
}

/** An output of which nothing is wrong; none when there is no content. */
export function asOutput(content: string | Uint8Array | undefined): DevOutput | undefined {
  return content === undefined ? undefined : { content, diagnostics: [] };
}
