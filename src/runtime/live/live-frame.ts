import { watchFocus } from './focus-watch.ts';
import { createFrameElement, type FrameElementOptions } from './frame-element.ts';
import { createMessageRate, readFailure, readMessage, textsOf } from './frame-messages.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { FramePreferences, FrameSource, FromFrame, LiveFailure, ToFrame } from './protocol.ts';

/** How long the sandbox's document has to start, in milliseconds. */
const START_TIME = 5000;

export interface LiveFrameOptions extends FrameElementOptions {
  /** Element that the frame is put into. */
  container: Element;
  /** Texts of the scripts to run first. */
  scripts: string[];
  source: FrameSource;
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
export function createLiveFrame(options: LiveFrameOptions): LiveFrame {
  const { live, scripts, source, preferences, onRendered, onFailure } = options;
  const { port1: port, port2 } = new MessageChannel();
  const presses = new MessageChannel();
  const view = createFrameElement(options);
  const { post, open, isOpen } = createOutbox(port);
  let loads = 0;
  let hasLeft = false;

  const end = (failure: LiveFailure): void => {
    remove();
    onFailure(failure, undefined);
  };
  const receive = (data: FromFrame): void => {
    if (data.type === 'ready' && !isOpen()) {
      open({ type: 'setup', scripts, source, preferences });
    } else if (data.type === 'height') {
      view.grow(Number(data.height));
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
    hasLeft = false;
    if (rate.floods(text)) {
      end(stopped('The demo flooded the page with messages and was stopped'));
      return;
    }
    const data = readMessage(text as string);
    if (data) receive(data);
  };
  view.element.addEventListener('load', () => {
    loads++;
    // An opaque origin has no name that could be given here.
    if (loads === 1) view.element.contentWindow?.postMessage(null, '*', [port2, presses.port2]);
    // Another document will not answer. WebKit tells of a mere link within the document, too.
    else hasLeft = true;
  });

  const startTimer = setTimeout(() => {
    if (!isOpen()) void explainSilence(live.sandbox).then((message) => end({ kind: 'setup', message }));
  }, START_TIME);
  const heartbeat = createHeartbeat({
    ping: () => port.postMessage({ type: 'ping' }),
    isReady: isOpen,
    onDead(isSilent) {
      const reason = hasLeft ? 'left its frame for another page' : 'did not answer for 2 seconds';
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
  const remove = (): void => {
    port.close();
    clearTimeout(startTimer);
    heartbeat.end();
    endWatch();
    rate.end();
    view.element.remove();
  };
  return {
    run(run, files) {
      view.allowGrowth();
      post({ type: 'run', run, files });
    },
    load: (text) => post({ type: 'script', text }),
    prefer(wanted) {
      view.setColor(wanted.color);
      post({ type: 'preferences', preferences: wanted });
    },
    show: view.show,
    remove,
  };
}

/** What is sent to the frame: it waits until the frame is ready. */
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
