const PING_INTERVAL = 500;
/** Time without a reply to a ping after which a frame counts as dead, in milliseconds. */
const SILENCE = 2000;
/** Time after which a reply counts as slow, in milliseconds. */
const SLOW = 400;
/** Maximum total delay of slow replies, in milliseconds. Each quick reply reduces the total. */
const MOST_DELAY = 8000;
/** Maximum delay that one reply adds, in milliseconds, because the computer may have been asleep. */
const MOST_AT_ONCE = 3000;

export interface HeartbeatOptions {
  ping: () => void;
  isReady: () => boolean;
  onDead: (isSilent: boolean) => void;
}

/** Some browsers run the frame in the page's thread, so the delays of slow replies add up. */
export function createHeartbeat({ ping, isReady, onDead }: HeartbeatOptions) {
  /** Time of the first ping that no message has followed. */
  let unanswered: number | undefined;
  let delay = 0;
  const account = (waited: number): void => {
    delay = waited > SLOW ? delay + Math.min(waited, MOST_AT_ONCE) : Math.max(0, delay - PING_INTERVAL);
  };
  let lastTick = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = now - lastTick - PING_INTERVAL;
    lastTick = now;
    if (document.hidden || !isReady()) {
      unanswered = undefined;
      return;
    }
    // The page itself was blocked, so it could not receive messages.
    if (late > PING_INTERVAL) {
      account(late);
      unanswered = undefined;
    }
    const isSilent = now - (unanswered ?? now) >= SILENCE;
    if (isSilent || delay > MOST_DELAY) {
      onDead(isSilent);
    } else {
      unanswered ??= now;
      ping();
    }
  }, PING_INTERVAL);
  return {
    beat(): void {
      if (unanswered !== undefined) account(performance.now() - unanswered);
      unanswered = undefined;
    },
    end: (): void => clearInterval(timer),
  };
}
