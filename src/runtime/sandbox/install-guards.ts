import { GUARDS, guardCode } from './guard-code.ts';
import { runScript } from './run-script.ts';

/**
 * Milliseconds for which the demo may block the page's thread: `loop` inside a loop, half of the time after which a
 * silent frame is removed; `call` otherwise.
 */
const LIMITS = { loop: 1000, call: 2000 };
/** A guard reads the clock once in this many calls. */
const ROUNDS = 16;

// Edited code can replace globals and prototypes later, so the originals are kept here.
const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Reflect;
const { toString: textOf } = Function.prototype;
const Failure = Error;

/** Runs before any edited code. */
export function installGuards(limits = LIMITS): void {
  const seconds = (limit: number): string => `${limit / 1000} s and was stopped`;
  const loop = createGuard(limits.loop, `A loop did not finish within ${seconds(limits.loop)}`);
  const call = createGuard(limits.call, `The demo did not pause within ${seconds(limits.call)}`);
  defineProperty(globalThis, GUARDS.loop, { value: loop });
  defineProperty(globalThis, GUARDS.call, { value: call });
}

/**
 * The guard throws when the main thread was busy for longer than the limit, and continues to throw until the main
 * thread is free.
 */
export function createGuard(limit: number, message: string): () => void {
  const { port1, port2 } = new MessageChannel();
  const now = performance.now.bind(performance);
  const scheduleByMessage = port2.postMessage.bind(port2, null);
  let began: number | undefined;
  let rounds = 0;
  /** One error for everything that is stopped together, because there may be a hundred thousand promises. */
  let failure: Error | undefined;
  // Called only when the main thread is free. Endless loops and endless chains of promises never free it.
  const onFreeThread = (): void => {
    began = undefined;
    failure = undefined;
  };
  port1.onmessage = onFreeThread;
  // The message and the timer can be late: WebKit sends messages through another process, and browsers delay timers in the background.
  const scheduleByTimer = setTimeout.bind(globalThis, onFreeThread);
  return () => {
    if (failure) throw failure;
    if (++rounds % ROUNDS !== 0) return;
    if (began === undefined) {
      began = now();
      scheduleByMessage();
      scheduleByTimer();
    } else if (now() - began > limit) {
      failure = new Failure(message);
      throw failure;
    }
  };
}

/** Guards code that is passed as text to `eval`, `Function` and its siblings, and timers. Runs before any edited code. */
export function guardStrings(): void {
  // Calls of the replacement are indirect: the evaluated code does not see local variables.
  const { eval: guardedEval } = {
    eval: (text: unknown) => runScript(typeof text === 'string' ? guardCode(text).code : (text as string)),
  };
  replace(globalThis, 'eval', guardedEval);
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const native = globalThis[name] as (...values: unknown[]) => number;
    const guarded = (handler: unknown, ...rest: unknown[]): number =>
      apply(native, globalThis, [typeof handler === 'function' ? handler : guardCode(`${handler}`).code, ...rest]);
    replace(globalThis, name, guarded);
  }
  const guardedFunction = guardConstructor(Function);
  replace(globalThis, 'Function', guardedFunction);
  for (const sample of [async () => undefined, function* () {}, async function* () {}]) {
    const native = sample.constructor as FunctionConstructor;
    guardConstructor(native);
    // These constructors inherit from `Function`, so their prototype would expose the original.
    setPrototypeOf(native, guardedFunction);
  }
}

/** Replaces the `constructor` of a function prototype with a version that guards the body. */
function guardConstructor(native: FunctionConstructor): FunctionConstructor {
  const make = (texts: unknown[], target: object): object => {
    const made = construct(native, texts, target as FunctionConstructor);
    const guarded = runScript(`(${guardCode(apply(textOf, made, [])).code})`);
    setPrototypeOf(guarded, getPrototypeOf(made));
    return guarded;
  };
  const proxy = new Proxy(native, {
    apply: (_, __, texts) => make(texts, native) as () => unknown,
    construct: (_, texts, target) => make(texts, target),
  });
  replace(native.prototype, 'constructor', proxy);
  return proxy;
}

function replace(owner: object, name: string, value: unknown): void {
  defineProperty(owner, name, { ...getOwnPropertyDescriptor(owner, name), value });
}
