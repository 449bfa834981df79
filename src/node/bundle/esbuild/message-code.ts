import type { Message, PartialMessage } from 'esbuild';
import type { Code } from '../../base/diagnostics/codes.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';

const PREFIX = 'code:';

/** Converts a diagnostic. The plugin's name stores the code, because esbuild always preserves that field. */
export function toMessage({ code, text, notes = [] }: Diagnostic): PartialMessage {
  return { text, notes: notes.map((note) => ({ text: note })), pluginName: PREFIX + code };
}

/** Does the same as {@link toMessage}, but at the location of the diagnostic instead of the import. */
export function toLocatedMessage(diagnostic: Diagnostic): PartialMessage {
  const { location } = diagnostic;
  // esbuild counts columns from 0.
  return { ...toMessage(diagnostic), location: location ? { ...location, column: location.column - 1 } : null };
}

export function codeOf({ pluginName }: Message): Code | undefined {
  return pluginName.startsWith(PREFIX) ? (pluginName.slice(PREFIX.length) as Code) : undefined;
}
