import type { LiveScripts } from '../../shared/demo-source.ts';
import { watchFocus } from './focus-watch.ts';
import { createHeartbeat } from './heartbeat.ts';
import {
  type FramePreferences,
  type FrameSource,
  type FromFrame,
  type LiveFailure,
  MOST_FAILURE,
  MOST_TEXT,
  type ToFrame,
} from './protocol.ts';

/** How long the sandbox's document has to start, in milliseconds. */
const START_TIME = 5000;
/** More messages a second than this, or longer ones, come from code that floods the page. */
const MESSAGES_A_SECOND = 500;
const CHARACTERS_A_SECOND = 4 * MOST_TEXT;
/** A frame is at least and at most this high, in pixels. */
const LEAST_HEIGHT = 320;
const MOST_HEIGHT = 4000;
/** A demo that is as high as its frame and a bit would make it grow for ever: so often may it grow after a run. */
const GROWTHS = 40;

export interface LiveFrameOptions {
  /** Element that the frame is put into. */
  container: Element;
  title: string;
  live: LiveScripts;
  /** Texts of the scripts to run first. */
  scripts: string[];
  source: FrameSource;
  preferences: FramePreferences;
  /** Height of the demo that it stands for, in pixels. */
  height: number;
  /** True if the code came with a link: the reader has not written it. */
  isForeign: () => boolean;
  /** Message for a demo that was removed because it took the focus. */
  focusNote: string;
  onRendered: (run: number, styles: Record<string, string>) => void;
  /** After a failure of kind `stopped`, `focus` or `setup` the frame is gone. */
  onFailure: (failure: LiveFailure, run: number | undefined) => void;
}

/** The frame of an edited demo. */
export interface LiveFrame {
  run: (run: number, files: Record<string, string>) => void;
  /** Runs a further script in it. */
  load: (script: string) => void;
  prefer: (preferences: FramePreferences) => void;
  /** Shows it; until then it does its work out of sight. */
  show: () => void;
  remove: () => void;
}

/**
 * Makes the sandboxed frame: an origin of its own, scripts and nothing else. It is heard by a port only, which its first
 * document was given and no other can have, and believed only as text and numbers.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is said over one port, and the frame that it ends with
export function createLiveFrame(options: LiveFrameOptions): LiveFrame {
  const { container, live, scripts, source, preferences, onRendered, onFailure } = options;
  const { port1: port, port2 } = new MessageChannel();
  const presses = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.className = 'live-frame';
  frame.title = options.title;
  // Forms are submitted to nobody: the document's policy forbids it. Without them their events would not be told either.
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.setAttribute('allow', '');
  frame.referrerPolicy = 'no-referrer';
  frame.src = live.sandbox;
  let height = Math.max(LEAST_HEIGHT, options.height);
  frame.style.height = `${height}px`;
  frame.style.colorScheme = preferences.color;
  frame.dataset.waiting = '';

  let ready = false;
  let loads = 0;
  let hasLeft = false;
  let growths = 0;
  let messages = 0;
  let characters = 0;
  const waiting: ToFrame[] = [];
  const post = (message: ToFrame): void => {
    if (ready) port.postMessage(message);
    else waiting.push(message);
  };
  const end = (failure: LiveFailure): void => {
    remove();
    onFailure(failure, undefined);
  };

  port.onmessage = ({ data: text }: MessageEvent<unknown>): void => {
    heartbeat.beat();
    hasLeft = false;
    messages++;
    characters += typeof text === 'string' ? text.length : Number.POSITIVE_INFINITY;
    if (messages > MESSAGES_A_SECOND || characters > CHARACTERS_A_SECOND) {
      end(stopped('The demo flooded the page with messages and was stopped'));
      return;
    }
    const data = readMessage(text as string);
    if (data?.type === 'ready' && !ready) {
      ready = true;
      post({ type: 'setup', scripts, source, preferences });
      for (const message of waiting.splice(0)) post(message);
    } else if (data?.type === 'height') {
      const wanted = Math.min(Number(data.height), MOST_HEIGHT);
      if (!(wanted > height) || growths++ > GROWTHS) return;
      height = wanted;
      frame.style.height = `${height}px`;
    } else if (data?.type === 'rendered') {
      onRendered(Number(data.run), textsOf(data.styles));
    } else if (data?.type === 'failed') {
      const failure = readFailure(data.failure);
      if (failure.kind === 'setup') end(failure);
      else onFailure(failure, data.run === undefined ? undefined : Number(data.run));
    }
  };
  frame.addEventListener('load', () => {
    loads++;
    // An opaque origin has no name that could be given here.
    if (loads === 1) frame.contentWindow?.postMessage(null, '*', [port2, presses.port2]);
    // Another document will not answer. WebKit tells of a mere link within the document, too.
    else hasLeft = true;
  });

  const startTimer = setTimeout(() => {
    if (!ready) void explainSilence(live.sandbox).then((message) => end({ kind: 'setup', message }));
  }, START_TIME);
  const heartbeat = createHeartbeat({
    ping: () => port.postMessage({ type: 'ping' }),
    isReady: () => ready,
    onDead(isSilent) {
      const reason = hasLeft ? 'left its frame for another page' : 'did not answer for 2 seconds';
      end(stopped(`The demo ${isSilent ? reason : 'kept answering too slowly'} and was stopped`));
    },
  });
  const rate = setInterval(() => {
    messages = 0;
    characters = 0;
  }, 1000);

  container.append(frame);
  const endWatch = watchFocus({
    frame,
    presses: presses.port1,
    isForeign: options.isForeign,
    onTheft: () => end({ kind: 'focus', message: options.focusNote }),
  });
  const remove = (): void => {
    port.close();
    clearTimeout(startTimer);
    heartbeat.end();
    endWatch();
    clearInterval(rate);
    frame.remove();
  };
  return {
    run(run, files) {
      growths = 0;
      post({ type: 'run', run, files });
    },
    load: (text) => post({ type: 'script', text }),
    prefer(wanted) {
      frame.style.colorScheme = wanted.color;
      post({ type: 'preferences', preferences: wanted });
    },
    show: () => {
      delete frame.dataset.waiting;
    },
    remove,
  };
}

function stopped(message: string): LiveFailure {
  return { kind: 'stopped', message };
}

/** Why the sandbox's document said nothing. */
async function explainSilence(url: string): Promise<string> {
  const lead = 'The frame of the live editor did not start within 5 seconds';
  try {
    const response = await fetch(url);
    return response.ok
      ? `${lead}: it was loaded, but a policy of this host or of the browser keeps its script from running`
      : `${lead}: this host answers ${response.status} for ${url}`;
  } catch {
    // The network says no more than that.
    return `${lead}: ${url} cannot be reached`;
  }
}

/** A message of the frame, whatever its code may have sent. */
function readMessage(text: string): FromFrame | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing of ours: the frame sends JSON.
    return undefined;
  }
}

/** A failure as data of the known shape, whatever code in the frame may have sent. */
function readFailure(value: unknown): LiveFailure {
  const { kind, message, file, line, column, stack } = (value ?? {}) as Record<string, unknown>;
  const text = (part: unknown): string | undefined =>
    typeof part === 'string' ? part.slice(0, MOST_FAILURE) : undefined;
  const number = (part: unknown): number | undefined => (typeof part === 'number' ? part : undefined);
  return {
    kind: kind === 'compile' || kind === 'render' || kind === 'setup' ? kind : 'runtime',
    message: text(message) ?? '',
    file: text(file),
    line: number(line),
    column: number(column),
    stack: text(stack),
  };
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, css]) => [name, String(css)]));
}
