import { describe, expect, it } from 'vitest';
import { createFirefoxMessages, type LogEntry } from '../../../../../src/node/tools/check/browsers/firefox-messages.ts';

const entry = (text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  type: 'javascript',
  level: 'error',
  text,
  source: {},
  ...more,
});
const call = (method: string, text: string, args: LogEntry['args'] = []): LogEntry =>
  entry(text, { type: 'console', method, args });

/** Returns rules and texts of the messages. */
function messagesOf(...entries: LogEntry[]): string[] {
  const messages = createFirefoxMessages();
  for (const one of entries) messages.addEntry(one);
  return messages.take().map(({ rule, text }) => `${rule}: ${text}`);
}

describe('messages of Firefox', () => {
  it('are errors and warnings of the console', () => {
    expect(
      messagesOf(call('log', 'a'), call('error', 'b'), call('assert', 'c'), call('warn', 'd'), call('trace', 'e')),
    ).toEqual(['console-error: b', 'console-error: c', 'console-warning: d']);
  });

  it('show values as Chromium does', () => {
    const number = (value: number) => ({ type: 'number', value });
    const properties = [...'abcdef'].map((name, index) => [name, number(index)]);
    expect(
      messagesOf(
        call('error', 'text Object(6) Array(2) null 12 node', [
          { type: 'string', value: '100%s' },
          { type: 'object', value: properties },
          { type: 'array', value: [number(1), number(2)] },
          { type: 'null' },
          { type: 'bigint', value: '12' },
          { type: 'node', value: { nodeType: 1 } },
          { type: 'undefined' },
        ]),
      ),
    ).toEqual(['console-error: 100%s { a: 0, b: 1, c: 2, d: 3, e: 4, … } Array(2) null 12n Node undefined']);
  });

  it('keep the text of Firefox if an argument is an error, because only it has the message', () => {
    const args = [{ type: 'error' }, { type: 'object', value: [] }];
    expect(messagesOf(call('error', 'TypeError: bad Object(0)', args))).toEqual([
      'console-error: TypeError: bad Object(0)',
    ]);
  });

  it('are errors without a handler, and messages of Firefox itself', () => {
    expect(
      messagesOf(
        entry('Error: thrown'),
        entry('uncaught exception: a string'),
        entry('Error: Hydration failed'),
        entry('Content-Security-Policy: The page’s settings blocked an inline script'),
        entry('Cross-Origin Request Blocked: http://127.0.0.1:3000/x'),
        entry('a warning', { level: 'warn' }),
        entry('no finding', { level: 'info' }),
        entry('The page’s settings blocked http://127.0.0.1:3000/favicon.ico because'),
      ),
    ).toEqual([
      'uncaught: Error: thrown',
      'uncaught: a string',
      'hydration: Error: Hydration failed',
      'console-error: Content-Security-Policy: The page’s settings blocked an inline script',
      'console-error: Cross-Origin Request Blocked: /x',
      'console-warning: a warning',
    ]);
  });

  it('are rejections if the page reports them, until they are handled', () => {
    const messages = createFirefoxMessages();
    for (const text of ['Error: same', 'Error: same', 'Error: other', 'Error: late', 'Error: Hydration']) {
      messages.addEntry(entry(text));
    }
    messages.addRejection({ text: 'Error: same', isHandled: false });
    messages.addRejection({ text: 'Error: late', isHandled: false });
    messages.addRejection({ text: 'Error: late', isHandled: true });
    messages.addRejection({ text: 'Error: Hydration', isHandled: false });
    messages.addRejection({ text: 'Error: unknown', isHandled: false });
    expect(messages.take().map(({ rule, text }) => `${rule}: ${text}`)).toEqual([
      'unhandled-rejection: Error: same',
      'uncaught: Error: same',
      'uncaught: Error: other',
      'hydration: Error: Hydration',
    ]);
    expect(messages.take()).toEqual([]);
  });
});
