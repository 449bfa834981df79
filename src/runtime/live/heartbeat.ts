/** Time between two pings, in milliseconds. */
const PING_INTERVAL = 500;
/** A frame that has not answered a ping for this long is dead, in milliseconds. */
const SILENCE = 2000;
/** An answer is slow if it takes longer than this, in milliseconds. */
const SLOW = 400;
/** The delays of slow answers add up to at most this many milliseconds. Each quick answer reduces the sum. */
const MOST_DELAY = 8000;
/** The most that one answer adds, in milliseconds: the computer may have been asleep. */
const MOST_AT_ONCE = 3000;

export interface HeartbeatOptions {
  ping: () => void;
  /** False while the frame cannot answer yet. */
  isReady: () => boolean;
  /** Called when the frame has been silent, or slow, for too long. */
  onDead: (isSilent: boolean) => void;
}

/** Watches a frame that may hang. */
export interface Heartbeat {
  /** Notes that the frame has sent a message. */
  beat: () => void;
  end: () => void;
}

/**
 * Pings a frame to see whether it is alive. In browsers that run the frame in the thread of the page, endless work in pieces of
 * a second would leave the page almost no time. So the delays of slow answers add up.
 */
export function createHeartbeat({ ping, isReady, onDead }: HeartbeatOptions): Heartbeat {
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
    beat() {
      if (unanswered !== undefined) account(performance.now() - unanswered);
      unanswered = undefined;
    },
    end: () => clearInterval(timer),
  };
}
