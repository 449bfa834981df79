/** Padding around a demo in pixels, so that focus outlines are not cut off. */
const PADDING = 16;
/** Time on every page: 15 January 2026, noon UTC. */
const NOON = Date.UTC(2026, 0, 15, 12);
const SEED = 20_260_115;
/** Minimum delay of timers that are held, in milliseconds. Shorter timers are part of what a page does before it is idle. */
const LONG = 1000;
/** Name of the page's function that holds long timers or releases them. */
const HOLD = 'cascaderHold';

/**
 * Returns a script that runs before the page's own scripts. The script stops the clock, except that timers end after their delays, and
 * makes random numbers predictable. While long timers are held, their delays do not elapse. `mask`: CSS selectors of hidden elements.
 */
export function freezeScript(mask: readonly string[] = []): string {
  const rules = [
    `#root { padding: ${PADDING}px !important; }`,
    '* { caret-color: transparent !important; }',
    // Each selector has a separate rule, because an invalid selector makes its whole rule invalid.
    ...mask.map((selector) => `${selector} { visibility: hidden !important; }`),
  ];
  return `(${freeze})(${JSON.stringify({ rules, noon: NOON, seed: SEED, long: LONG, hold: HOLD })})`;
}

/** Returns a script that holds or releases the long timers of a frozen page, so that a state does not end on a slow machine. */
export function holdScript(isHeld: boolean): string {
  return `${HOLD}(${isHeld})`;
}

interface FreezeOptions {
  rules: string[];
  noon: number;
  seed: number;
  long: number;
  hold: string;
}

/** Runs in the page, so it must not use anything from this module. */
function freeze({ rules, noon, seed, long, hold }: FreezeOptions): void {
  let now = noon;
  const RealDate = Date;
  window.Date = new Proxy(RealDate, {
    construct: (target, given, created) => Reflect.construct(target, given.length > 0 ? given : [now], created),
    apply: () => new RealDate(now).toString(),
    get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
  });
  const { setTimeout: start, clearTimeout: stop, setInterval: repeat } = window;
  const realNow = performance.now.bind(performance);
  let heldBefore = 0;
  let heldSince: number | undefined;
  const held = (): number => heldBefore + (heldSince === undefined ? 0 : realNow() - heldSince);
  Object.assign(window, {
    [hold](isHeld: boolean) {
      heldBefore = held();
      heldSince = isHeld ? realNow() : undefined;
    },
  });
  const started = new Map<number, number>();
  window.setTimeout = ((call: unknown, delay = 0, ...given: unknown[]) => {
    if (typeof call !== 'function') return start(call as () => void, delay);
    const due = now + delay;
    let counted = held();
    const end = (): void => {
      const more = delay < long ? 0 : held() - counted;
      counted += more;
      if (more > 0) {
        started.set(id, start(end, more));
        return;
      }
      started.delete(id);
      now = Math.max(now, due);
      call(...given);
    };
    const id: number = start(end, delay);
    return id;
  }) as never;
  // Both functions clear timers of both kinds.
  window.clearInterval = window.clearTimeout = (id) => {
    stop(id);
    stop(started.get(id as number));
    started.delete(id as number);
  };
  window.setInterval = ((call: unknown, delay = 0, ...given: unknown[]) => {
    if (typeof call !== 'function') return repeat(call as () => void, delay);
    let due = now + delay;
    return repeat(() => {
      if (heldSince !== undefined && delay >= long) return;
      now = Math.max(now, due);
      due = now + delay;
      call(...given);
    }, delay);
  }) as never;
  // mulberry32, a 32-bit generator: https://github.com/bryc/code/blob/master/jshash/PRNGs.md
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  Math.random = random;
  crypto.getRandomValues = (array) => {
    if (!array) return array;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = random() * 256;
    return array;
  };
  const digits = (count: number): string =>
    Array.from({ length: count }, () => ((random() * 16) | 0).toString(16)).join('');
  // This function exists only in secure contexts.
  if ('randomUUID' in crypto)
    crypto.randomUUID = () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  const sheet = new CSSStyleSheet();
  for (const rule of rules) {
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      // An invalid mask selector hides nothing.
    }
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
