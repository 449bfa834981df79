import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';

export interface DevOutput {
  content: string | Uint8Array;
  /** Problems of the page. With errors, the content may be incomplete. */
  diagnostics: Diagnostic[];
}

/** Returns undefined if there is no content. */
export function asOutput(content: string | Uint8Array | undefined): DevOutput | undefined {
  return content === undefined ? undefined : { content, diagnostics: [] };
}
