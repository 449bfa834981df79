interface Timer {
  due: number;
  interval?: number;
  run(): void;
}

export interface Clock {
  advance(milliseconds: number): void;
}

/** Tracks the timers that start from now on. They run as usual until the clock is advanced. */
export function createClock(view: Window & typeof globalThis): Clock {
  const timers = new Map<number, Timer>();
  const { setTimeout, setInterval, clearTimeout, Date: NativeDate } = view;
  let offset = 0;
  const now = (): number => NativeDate.now() + offset;
  const start = (isRepeated: boolean): typeof setTimeout =>
    ((handler: (...args: unknown[]) => void, time = 0, ...args: unknown[]) => {
      const id = (isRepeated ? setInterval : setTimeout)(() => timers.get(id)?.run(), time) as unknown as number;
      const timer: Timer = {
        due: now() + time,
        ...(isRepeated && { interval: Math.max(time, 1) }),
        run() {
          if (isRepeated) timer.due += timer.interval ?? 1;
          else timers.delete(id);
          handler(...args);
        },
      };
      timers.set(id, timer);
      return id;
    }) as unknown as typeof setTimeout;
  const stop = (id?: number): void => {
    timers.delete(id as number);
    clearTimeout(id);
  };
  Object.assign(view, {
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: stop,
    clearInterval: stop,
    Date: class extends NativeDate {
      constructor(...parts: unknown[]) {
        super(...((parts.length > 0 ? parts : [now()]) as []));
      }
      static override now = now;
    },
  });
  return {
    advance(milliseconds) {
      const end = now() + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
        if (!next) break;
        const [id, timer] = next;
        offset += Math.max(timer.due - now(), 0);
        if (timer.interval === undefined) clearTimeout(id);
        timer.run();
      }
      offset += Math.max(end - now(), 0);
    },
  };
}
