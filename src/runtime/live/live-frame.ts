import { watchFocus } from './focus-watch.ts';
import { createFrameElement, type FrameElementOptions } from './frame-element.ts';
import { createMessageRate, readFailure, readMessage, textsOf } from './frame-messages.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { FramePreferences, FrameSource, FromFrame, LiveFailure, ToFrame } from './protocol.ts';
import { watchScroll } from './scroll-watch.ts';

/** Time limit for the start of the sandbox's document, in milliseconds. */
const START_TIME = 5000;

export interface LiveFrameOptions extends FrameElementOptions {
  container: Element;
  scripts: string[];
  source: FrameSource;
  isForeign: () => boolean;
  /** Message for a demo that was removed because it took the focus. */
  focusNote: string;
  onRendered: (run: number, styles: Record<string, string>) => void;
  /** Called with a failure. After kind `stopped`, `focus` or `setup`, the frame is removed. */
  onFailure: (failure: LiveFailure, run: number | undefined) => void;
}

export type LiveFrame = ReturnType<typeof createLiveFrame>;

/**
 * Opaque origin. Messages arrive only through a port that only the first document received, and are read as text and
 * numbers.
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
    /** Shows the frame; until then, it runs invisibly. */
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
    /** Notes that the first document has sent a message, so it is still there. */
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
