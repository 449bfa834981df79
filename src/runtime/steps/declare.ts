/** `cascader-docs/steps`: what demos declare for their steps. */

export type * from './types.ts';

/** Response to a request: a value that is sent as JSON, a response, or a function that returns one of them. */
export type MockAnswer = unknown | Response | ((request: Request) => unknown);

export interface SpyCall {
  name: string;
  args: readonly unknown[];
}

/** The recorded calls and the implementation of a function that `fn()` returned. */
export interface SpyState {
  calls: unknown[][];
  results: { type: 'return' | 'throw'; value: unknown }[];
  implementation: (...given: unknown[]) => unknown;
}

/** A page's spies and mocks in its demos. Steps may be in a different script, so the data is stored on the window. */
export interface Declared {
  calls: SpyCall[];
  /** Mocks by method and URL. Mocks in steps take precedence. */
  mocks: Map<string, MockAnswer>;
  ofSteps: Map<string, MockAnswer>;
  /** Functions returned by `fn()` that a demo and the play function of its story share. */
  spies: Map<string, SpyState>;
}

/** Document event, dispatched after a call of a spy. */
export const CALL_EVENT = 'cascader-docs:call';
const MOST_CALLS = 1000;

type DeclaringWindow = typeof globalThis & { cascaderDeclared?: Declared };

export function declaredIn(view: typeof globalThis): Declared {
  const known = view as DeclaringWindow;
  known.cascaderDeclared ??= { calls: [], mocks: new Map(), ofSteps: new Map(), spies: new Map() };
  return known.cascaderDeclared;
}

/**
 * Returns a function that records its calls, for a demo's event handlers. Steps check the calls with `expect.call(name)`, and
 * readers see them while they play the steps.
 */
export function spy(name: string): (...args: readonly unknown[]) => void {
  return (...args) => recordCall({ name, args });
}

export function recordCall(call: SpyCall): void {
  if (typeof document === 'undefined') return;
  const { calls } = declaredIn(globalThis);
  calls.push(call);
  calls.splice(0, calls.length - MOST_CALLS);
  document.dispatchEvent(new CustomEvent(CALL_EVENT, { detail: call }));
}

/**
 * Answers `fetch()` requests, for readers too, so that a demo needs no server. Call it next to the component, not in it. All
 * demos on a page share the answers.
 *
 * @param request method and path: `GET /users`
 */
export function mock(request: string, answer: MockAnswer): void {
  // A request at build time would be answered once, for all readers.
  if (typeof document === 'undefined') return;
  const declared = declaredIn(globalThis);
  if (declared.mocks.size === 0) answerRequests(globalThis, declared);
  declared.mocks.set(request, answer);
}

function answerRequests(view: typeof globalThis, { mocks, ofSteps }: Declared): void {
  const { fetch } = view;
  view.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const names = [`${request.method} ${pathname}${search}`, `${request.method} ${pathname}`];
    const found = [ofSteps, mocks].flatMap((answers) =>
      names.filter((name) => answers.has(name)).map((name) => answers.get(name)),
    );
    if (found.length === 0) return await fetch(input, init);
    const answer = await (typeof found[0] === 'function' ? found[0](request) : found[0]);
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  };
}
