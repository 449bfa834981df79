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
import { watchScroll } from './scroll-watch.ts';

/** Minimum and maximum height of a frame, in pixels. */
const LEAST_HEIGHT = 320;
const MOST_HEIGHT = 4000;
/** Without this limit, a demo that is always slightly taller than its frame would make the frame grow forever. */
const GROWTHS = 40;

interface FrameElementOptions {
  title: string;
  live: LiveScripts;
  preferences: FramePreferences;
  height: number;
}

/** The sandbox allows only scripts and forms. */
function createFrameElement({ title, live, preferences, height: wanted }: FrameElementOptions) {
  const element = document.createElement('iframe');
  element.className = 'live-frame';
  element.title = title;
  // The document's policy blocks form submissions. But without `allow-forms`, their events would not fire either.
  element.setAttribute('sandbox', 'allow-scripts allow-forms');
  element.setAttribute('allow', '');
  element.referrerPolicy = 'no-referrer';
  element.src = live.sandbox;
  element.dataset.waiting = '';

  let height = 0;
  let growths = 0;
  const setHeight = (pixels: number): void => {
    height = pixels;
    element.style.height = `${height}px`;
  };
  const setColor = (color: string): void => {
    element.style.colorScheme = color;
  };
  setHeight(Math.max(LEAST_HEIGHT, wanted));
  setColor(preferences.color);
  return {
    element,
    raise(pixels: number): void {
      const higher = Math.min(pixels, MOST_HEIGHT);
      if (higher > height && growths++ <= GROWTHS) setHeight(higher);
    },
    allowGrowth(): void {
      growths = 0;
    },
    setColor,
    show(): void {
      delete element.dataset.waiting;
    },
  };
}

/** Maximum messages and characters per second. Code that exceeds them floods the page. */
const MESSAGES_A_SECOND = 500;
const CHARACTERS_A_SECOND = 4 * MOST_TEXT;

function createMessageRate() {
  let messages = 0;
  let characters = 0;
  const timer = setInterval(() => {
    messages = 0;
    characters = 0;
  }, 1000);
  return {
    /** Returns true if there are too many messages, or if they are too long. */
    floods(message: unknown): boolean {
      messages++;
      characters += typeof message === 'string' ? message.length : Number.POSITIVE_INFINITY;
      return messages > MESSAGES_A_SECOND || characters > CHARACTERS_A_SECOND;
    },
    end: (): void => clearInterval(timer),
  };
}

/** Converts a message to data of the known shape, because the frame may have sent anything. */
function readMessage(text: string): FromFrame | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // The message was not sent by the frame's own code, which sends JSON.
    return undefined;
  }
}

/** Converts a failure to data of the known shape, because code in the frame may have sent anything. */
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

/** Time limit for the start of the sandbox's document, in milliseconds. */
const START_TIME = 5000;

export interface LiveFrameOptions extends FrameElementOptions {
  container: Element;
  scripts: string[];
  source: FrameSource;
  isForeign: () => boolean;
  focusNote: string;
  onRendered: (run: number, styles: Record<string, string>) => void;
  /** Called with a failure. After kind `stopped`, `focus` or `setup`, the frame is removed. */
  onFailure: (failure: LiveFailure, run: number | undefined) => void;
}

export type LiveFrame = ReturnType<typeof createLiveFrame>;

/**
 * The frame has an opaque origin. Its messages arrive only through a port that only the first document received, and
 * are read as text and numbers.
 */
export function createLiveFrame(options: LiveFrameOptions) {
  const { live, scripts, source, preferences, onRendered, onFailure } = options;
  const { port1: port, port2 } = new MessageChannel();
  const presses = new MessageChannel();
  const view = createFrameElement(options);
  const { post, open, isOpen } = createOutbox(port);
  const handover = createHandover(view.element, [port2, presses.port2]);

  const end = (failure: LiveFailure): void => {
    remove();
    onFailure(failure, undefined);
  };
  const receive = (data: FromFrame): void => {
    if (data.type === 'ready' && !isOpen()) {
      open({ type: 'setup', scripts, source, preferences });
    } else if (data.type === 'height') {
      view.raise(Number(data.height));
    } else if (data.type === 'rendered') {
      onRendered(Number(data.run), textsOf(data.styles));
    } else if (data.type === 'failed') {
      const failure = readFailure(data.failure);
      if (failure.kind === 'setup') end(failure);
      else onFailure(failure, data.run === undefined ? undefined : Number(data.run));
    }
  };
  port.onmessage = ({ data: text }: MessageEvent<unknown>): void => {
    heartbeat.beat();
    handover.confirm();
    if (isFlood(text)) return;
    const data = readMessage(text as string);
    if (data) receive(data);
  };

  const isFlood = (text: unknown): boolean => {
    const floods = rate.floods(text);
    if (floods) end(stopped('The demo flooded the page with messages and was stopped'));
    return floods;
  };
  // Messages to the window of the page are ignored, but the browser delivers them.
  const onWindowMessage = ({ source: sender }: MessageEvent): void => {
    if (sender !== null && sender === view.element.contentWindow) isFlood('');
  };
  addEventListener('message', onWindowMessage);

  const startTimer = setTimeout(() => {
    if (!isOpen()) void explainSilence(live.sandbox).then((message) => end({ kind: 'setup', message }));
  }, START_TIME);
  const heartbeat = createHeartbeat({
    ping: () => port.postMessage({ type: 'ping' }),
    isReady: isOpen,
    onDead(isSilent) {
      const reason = handover.hasLeft() ? 'left its frame for another page' : 'did not answer for 2 seconds';
      end(stopped(`The demo ${isSilent ? reason : 'kept answering too slowly'} and was stopped`));
    },
  });
  const rate = createMessageRate();

  options.container.append(view.element);
  const endWatch = watchFocus({
    frame: view.element,
    presses: presses.port1,
    isForeign: options.isForeign,
    onTheft: () => end({ kind: 'focus', message: options.focusNote }),
  });
  const endScrollWatch = watchScroll({
    frame: view.element,
    isForeign: options.isForeign,
    onCapture: () => end(stopped('The demo kept the page from being scrolled and was stopped')),
  });
  const remove = (): void => {
    port.close();
    removeEventListener('message', onWindowMessage);
    endScrollWatch();
    clearTimeout(startTimer);
    heartbeat.end();
    endWatch();
    rate.end();
    view.element.remove();
  };
  return {
    run(run: number, files: Record<string, string>): void {
      view.allowGrowth();
      post({ type: 'run', run, files });
    },
    load: (text: string): void => post({ type: 'script', text }),
    prefer(wanted: FramePreferences): void {
      view.setColor(wanted.color);
      post({ type: 'preferences', preferences: wanted });
    },
    show: view.show,
    remove,
  };
}

/** Messages are sent when the frame is ready. */
function createOutbox(port: MessagePort) {
  const waiting: ToFrame[] = [];
  let opened = false;
  return {
    post(message: ToFrame): void {
      if (opened) port.postMessage(message);
      else waiting.push(message);
    },
    isOpen: () => opened,
    open(first: ToFrame): void {
      opened = true;
      for (const message of [first, ...waiting.splice(0)]) port.postMessage(message);
    },
  };
}

function createHandover(frame: HTMLIFrameElement, ports: MessagePort[]) {
  let loads = 0;
  let hasLeft = false;
  frame.addEventListener('load', () => {
    loads++;
    // The target must be `*`, because an opaque origin has no name.
    if (loads === 1) frame.contentWindow?.postMessage(null, '*', ports);
    // A different document does not respond. WebKit also fires `load` for a link within the document.
    else hasLeft = true;
  });
  return {
    hasLeft: () => hasLeft,
    /** Records that the first document has sent a message, so it is still there. */
    confirm(): void {
      hasLeft = false;
    },
  };
}

function stopped(message: string): LiveFailure {
  return { kind: 'stopped', message };
}

async function explainSilence(url: string): Promise<string> {
  const lead = 'The frame of the live editor did not start within 5 seconds';
  try {
    const response = await fetch(url);
    return response.ok
      ? `${lead}: it was loaded, but a policy of this host or of the browser keeps its script from running`
      : `${lead}: this host answers ${response.status} for ${url}`;
  } catch {
    // The network error contains no further details.
    return `${lead}: ${url} cannot be reached`;
  }
}
