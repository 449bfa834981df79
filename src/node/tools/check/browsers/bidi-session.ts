import type { Browser } from 'puppeteer-core';

/** A session of WebDriver BiDi. Commands and events are those of the standard: https://w3c.github.io/webdriver-bidi. */
export interface BidiSession {
  readonly version: string;
  /** Returns false when the connection is closed. Pending commands reject then. */
  isOpen(): boolean;
  send<Result = unknown>(method: string, params: Record<string, unknown>): Promise<Result>;
  on<Event>(method: string, listener: (event: Event) => void): () => void;
}

/** The parts of puppeteer's connection that are used. It is a property of its browser without a public type. */
interface Connection {
  readonly closed: boolean;
  send(method: string, params: Record<string, unknown>): Promise<{ result: unknown }>;
  on(method: string, listener: (event: never) => void): void;
  off(method: string, listener: (event: never) => void): void;
}

/** The session of a browser. Puppeteer subscribes to the events of its pages, its scripts and its log. */
export async function openBidiSession(browser: Browser): Promise<BidiSession> {
  const { connection } = browser as unknown as { connection?: Connection };
  if (!connection) throw new Error('This version of puppeteer-core is not supported.');
  const version = (await browser.version()).replace(/^\w+\//, '');
  return {
    version,
    isOpen: () => !connection.closed,
    async send<Result>(method: string, params: Record<string, unknown>): Promise<Result> {
      try {
        return (await connection.send(method, params)).result as Result;
      } catch (error) {
        const { message, originalMessage } = error as Error & { originalMessage?: string };
        const isUnknown = message.includes('unknown command');
        const text = isUnknown
          ? `Firefox ${version} has no command ${method}. Update Firefox.`
          : originalMessage || message;
        // Puppeteer's message contains the stack of Firefox, and its errors have names of their own.
        throw new Error(text.split('\n')[0], { cause: error });
      }
    },
    on<Event>(method: string, listener: (event: Event) => void) {
      connection.on(method, listener);
      return () => connection.off(method, listener);
    },
  };
}
