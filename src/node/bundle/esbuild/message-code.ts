import type { Message, PartialMessage } from 'esbuild';
import type { Code } from '../../base/diagnostics/codes.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';

const PREFIX = 'code:';

/**
 * Converts a diagnostic into a message of a plugin, which keeps its code. Of what a message carries, the bundler keeps the
 * plugin's name wherever it comes from.
 */
export function toMessage({ code, text, notes = [] }: Diagnostic): PartialMessage {
  return { text, notes: notes.map((note) => ({ text: note })), pluginName: PREFIX + code };
}

/** Returns the code that {@link toMessage} gave a message. */
export function codeOf({ pluginName }: Message): Code | undefined {
  return pluginName.startsWith(PREFIX) ? (pluginName.slice(PREFIX.length) as Code) : undefined;
}
