/** These functions run in pages of Firefox, so they use nothing from this file. */
import type { ThrownError } from './page-expression.ts';

type Send = (text: string) => void;

export interface Outcome {
  value?: unknown;
  thrown?: ThrownError;
}

interface Exposed {
  (argument: unknown): Promise<unknown>;
  settle(id: number, outcome: Outcome): void;
}

/** A call sends its id and argument, and ends when `settle` is called. */
export function defineExposed(send: Send, name: string): void {
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  const exposed: Exposed = (argument) =>
    new Promise((resolve, reject) => {
      lastId++;
      calls.set(lastId, { resolve, reject });
      send(JSON.stringify([lastId, argument]));
    });
  exposed.settle = (id, { value, thrown }) => {
    const call = calls.get(id);
    calls.delete(id);
    if (thrown) call?.reject(Object.assign(new Error(thrown.message), thrown));
    else call?.resolve(value);
  };
  Object.assign(globalThis, { [name]: exposed });
}

/** Reports rejections of promises without a handler, with the texts that Firefox logs for them. */
export function reportRejections(send: Send): void {
  const textOf = (reason: unknown): string => {
    try {
      const { name, message } = (reason ?? {}) as Error;
      if (typeof name === 'string' && typeof message === 'string') return `${name}: ${message}`.trim();
      return Object(reason) === reason ? 'Object' : String(reason);
    } catch {
      // An object whose properties throw.
      return '';
    }
  };
  const report = ({ type, reason }: PromiseRejectionEvent): void =>
    send(JSON.stringify({ text: textOf(reason), isHandled: type === 'rejectionhandled' }));
  addEventListener('unhandledrejection', report);
  addEventListener('rejectionhandled', report);
}
