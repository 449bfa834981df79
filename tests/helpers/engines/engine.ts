import { findAll } from './find-all.ts';

/** Interface of all drivers. It is as small as possible, so that tests differ only in the engine. */
export interface Driver {
  version: string;
  /** Opens an address in a page with empty storage. */
  open(url: string): Promise<DriverPage>;
  close(): Promise<void>;
}

/** A page as a driver controls it. */
export interface DriverPage {
  /** Evaluates an expression in the page, or in the frame that a selector matches. Waits for promises. */
  run(expression: string, frame?: string): Promise<unknown>;
  moveTo(x: number, y: number): Promise<void>;
  /** Clicks at a point, once or several times. */
  clickAt(x: number, y: number, times: number): Promise<void>;
  /** Taps a point with a finger. The driver of WebKit for GTK has no touch, so it clicks there. */
  tapAt(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key by its standard name, such as `Enter`, `ArrowDown`, `/`, or `Shift+Tab`. */
  press(key: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Console messages and uncaught errors. */
  messages(): Promise<string[]>;
  close(): Promise<void>;
}

/** A page for tests. */
export interface EnginePage extends Omit<DriverPage, 'run' | 'clickAt' | 'tapAt'> {
  /** Calls a function in the page. Arguments and result are JSON. */
  evaluate<A extends unknown[], R>(call: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Calls a function in the frame that a selector matches. */
  evaluateIn<A extends unknown[], R>(frame: string, call: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Waits until a function in the page returns a truthy value, and returns it. */
  waitFor<A extends unknown[], R>(call: (...args: A) => R | Promise<R>, ...args: A): Promise<NonNullable<R>>;
  /**
   * Waits until an element exists, does not move and is not covered, then clicks it. `findAll` defines the selectors.
   */
  click(selector: string, times?: number): Promise<void>;
  /** Clicks, taps or hovers over an element in the frame that a selector matches. The element must be in view. */
  pointIn(frame: string, selector: string, how: 'click' | 'tap' | 'hover'): Promise<void>;
}

/** Time limit of a step in a page, in milliseconds. */
const TIMEOUT = 30_000;

/** Adds to a driver's page the methods that are the same in all engines. */
export function createPage({ run, clickAt, tapAt, ...driver }: DriverPage): EnginePage {
  const callIn = <R>(frame: string | undefined, call: unknown, args: unknown[]): Promise<R> =>
    run(`(${call})(...${JSON.stringify(args)})`, frame) as Promise<R>;
  const waitFor: EnginePage['waitFor'] = (call, ...args) => until(() => callIn(undefined, call, args), `${call}`);
  const placeOf = (selector: string): Promise<{ x: number; y: number }> =>
    until(
      () => run(`(${findPlace})(${JSON.stringify(selector)}, ${findAll})`) as ReturnType<typeof findPlace>,
      `${selector} can be pointed at`,
    );
  return {
    ...driver,
    evaluate: (call, ...args) => callIn(undefined, call, args),
    evaluateIn: (frame, call, ...args) => callIn(frame, call, args),
    waitFor,
    async click(selector, times = 1) {
      const { x, y } = await placeOf(selector);
      await clickAt(x, y, times);
    },
    async pointIn(frame, selector, how) {
      const middle = (wanted: string) => {
        const element = document.querySelector(wanted);
        const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        return element && { left, top, x: left + width / 2, y: top + height / 2 };
      };
      const locate = async () => {
        const outer = await waitFor(middle, frame);
        const inner = await until(() => callIn<ReturnType<typeof middle>>(frame, middle, [selector]), selector);
        return [Math.round(outer.left + inner.x), Math.round(outer.top + inner.y)] as const;
      };
      // Frames grow and pages scroll for a while. Point at the element only after it has stopped moving.
      let last = '';
      const [x, y] = await until(async () => {
        const place = await locate();
        const isStill = last === place.join();
        last = place.join();
        if (!isStill) await new Promise((resolve) => setTimeout(resolve, 100));
        return isStill ? place : undefined;
      }, `${selector} stands still`);
      if (how === 'hover') await driver.moveTo(x, y);
      else await (how === 'tap' ? tapAt(x, y) : clickAt(x, y, 1));
    },
  };
}

/** Polls until the result is truthy. */
async function until<R>(ask: () => Promise<R>, what: string): Promise<NonNullable<R>> {
  for (const end = Date.now() + TIMEOUT; ; ) {
    // While a new document loads, the page cannot be queried.
    const answer = await ask().catch((error: Error) => error);
    if (answer && !(answer instanceof Error)) return answer;
    if (Date.now() > end) throw new Error(`Not so within ${TIMEOUT} ms: ${what}`, { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/**
 * Runs in the page: returns the center of an element that does not move and would receive a click. Scrolls it into
 * view.
 */
async function findPlace(selector: string, find: typeof findAll): Promise<{ x: number; y: number } | undefined> {
  const [element] = find(selector);
  if (!element) return undefined;
  const middle = (): { x: number; y: number } => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const before = middle();
  if (before.y < 80 || before.y > innerHeight - 20) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y } = middle();
  // A popup is in its position for some animation frames before its animation begins.
  for (let frame = 0; frame < 6; frame++) {
    await new Promise(requestAnimationFrame);
    const moves = document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null));
    if (moves.some((target) => target?.contains(element)) || middle().x !== x || middle().y !== y) return undefined;
  }
  const hit = document.elementFromPoint(x, y);
  return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : undefined;
}
