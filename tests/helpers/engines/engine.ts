import { findAll } from './find-all.ts';

/** What is asked of each driver: as little as possible, so that the engines differ in nothing else. */
export interface Driver {
  version: string;
  /** Opens an address, in a page without any storage of earlier ones. */
  open(url: string): Promise<DriverPage>;
  close(): Promise<void>;
}

/** A page in the hands of a driver. */
export interface DriverPage {
  /** Evaluates an expression in the page, or in the frame that a selector names; waits for promises. */
  run(expression: string, frame?: string): Promise<unknown>;
  moveTo(x: number, y: number): Promise<void>;
  /** Presses the pointer's button at a place, once or several times. */
  clickAt(x: number, y: number, times: number): Promise<void>;
  /** Taps a point with a finger. The driver of WebKit for GTK has no touch, so it clicks there. */
  tapAt(x: number, y: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** Presses a key by its standard name, such as `Enter`, `ArrowDown`, `/`, or `Shift+Tab`. */
  press(key: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** What is in the window, as PNG. */
  screenshot(): Promise<Buffer>;
  /** What was written to the console, uncaught errors too. */
  messages(): Promise<string[]>;
  close(): Promise<void>;
}

/** A page, for tests. */
export interface EnginePage extends Omit<DriverPage, 'run' | 'clickAt' | 'tapAt'> {
  /** Calls a function in the page. Arguments and result are JSON. */
  evaluate<A extends unknown[], R>(call: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** The same in the frame that a selector names. */
  evaluateIn<A extends unknown[], R>(frame: string, call: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Waits until a function in the page returns something true, and returns that. */
  waitFor<A extends unknown[], R>(call: (...args: A) => R | Promise<R>, ...args: A): Promise<NonNullable<R>>;
  /** What is there now of a selector: text, and whether it is seen. */
  look(selector: string): Promise<Look[]>;
  /** Waits until an element (`findAll` has the selectors) is there, at rest and not covered; clicks, once unless told. */
  click(selector: string, times?: number): Promise<void>;
  /** The same without the click. */
  hover(selector: string): Promise<void>;
  /** Clicks, taps or hovers over an element in the frame that a selector names. The element must be in view. */
  pointIn(frame: string, selector: string, how: 'click' | 'tap' | 'hover'): Promise<void>;
}

/** An element as it is found. */
export interface Look {
  text: string;
  isVisible: boolean;
}

/** How long a step in a page may take, in milliseconds. */
const TIMEOUT = 30_000;

/** Gives the page of a driver what all engines have in common. */
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
    look: (selector) => run(`(${lookAt})(${JSON.stringify(selector)}, ${findAll})`) as Promise<Look[]>,
    async click(selector, times = 1) {
      const { x, y } = await placeOf(selector);
      await clickAt(x, y, times);
    },
    async hover(selector) {
      const { x, y } = await placeOf(selector);
      await driver.moveTo(x, y);
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
      // Frames grow and pages scroll for a while: what is pressed must stay where it is.
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

/** Asks again and again until the answer is something true. */
async function until<R>(ask: () => Promise<R>, what: string): Promise<NonNullable<R>> {
  for (const end = Date.now() + TIMEOUT; ; ) {
    // While another document comes, there is nothing to ask.
    const answer = await ask().catch((error: Error) => error);
    if (answer && !(answer instanceof Error)) return answer;
    if (Date.now() > end) throw new Error(`Not so within ${TIMEOUT} ms: ${what}`, { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** In the page: texts of elements, and whether they are seen. */
function lookAt(selector: string, find: typeof findAll): Look[] {
  return find(selector).map((element) => ({
    text: element.textContent ?? '',
    isVisible: element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0,
  }));
}

/** In the page: the middle of an element that stands still and would get a click. Brings it into view. */
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
  // A popup is in its place for some frames before it begins to move.
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
