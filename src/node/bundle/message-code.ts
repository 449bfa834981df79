import type { Message, PartialMessage } from 'esbuild';
import type { Code } from '../diagnostics/codes.ts';

const PREFIX = 'code:';

/** Gives a message the code of its diagnostic. Of what a message carries, the bundler keeps the plugin's name wherever it comes from. */
export function withCode(code: Code, message: PartialMessage): PartialMessage {
  return { ...message, pluginName: PREFIX + code };
}

/** Returns the code that {@link withCode} gave a message. */
export function codeOf({ pluginName }: Message): Code | undefined {
  return pluginName.startsWith(PREFIX) ? (pluginName.slice(PREFIX.length) as Code) : undefined;
}
