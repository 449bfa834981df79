/** The frame may have sent anything, so messages are converted to data of the known shape. */
import { type FromFrame, type LiveFailure, MOST_FAILURE, MOST_TEXT } from './protocol.ts';

/** Maximum messages and characters per second. Code that exceeds them floods the page. */
const MESSAGES_A_SECOND = 500;
const CHARACTERS_A_SECOND = 4 * MOST_TEXT;

export type MessageRate = ReturnType<typeof createMessageRate>;

export function createMessageRate() {
  let messages = 0;
  let characters = 0;
  const timer = setInterval(() => {
    messages = 0;
    characters = 0;
  }, 1000);
  return {
    /** Returns true if there are too many messages, or if they are too long. */
    floods(message: unknown): boolean {
      messages++;
      characters += typeof message === 'string' ? message.length : Number.POSITIVE_INFINITY;
      return messages > MESSAGES_A_SECOND || characters > CHARACTERS_A_SECOND;
    },
    end: (): void => clearInterval(timer),
  };
}

/** Reads a message. Returns undefined if the text is not JSON. */
export function readMessage(text: string): FromFrame | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Not sent by the frame's own code, which sends JSON.
    return undefined;
  }
}

/** Converts a failure to data of the known shape, because code in the frame may have sent anything. */
export function readFailure(value: unknown): LiveFailure {
  const { kind, message, file, line, column, stack } = (value ?? {}) as Record<string, unknown>;
  const text = (part: unknown): string | undefined =>
    typeof part === 'string' ? part.slice(0, MOST_FAILURE) : undefined;
  const number = (part: unknown): number | undefined => (typeof part === 'number' ? part : undefined);
  return {
    kind: kind === 'compile' || kind === 'render' || kind === 'setup' ? kind : 'runtime',
    message: text(message) ?? '',
    file: text(file),
    line: number(line),
    column: number(column),
    stack: text(stack),
  };
}

export function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, css]) => [name, String(css)]));
}
