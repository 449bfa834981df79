import type { FromFrame, ToFrame } from '../live/protocol.ts';
import { confine } from './confine.ts';
import { guardFocus } from './guard-focus.ts';
import { createRunner, type Runner } from './runner.ts';

/**
 * Runs edited demos for the page around this document, but only in an opaque origin. Otherwise, the document would run
 * untrusted code with the permissions of the site.
 */
export function startSandbox(): void {
  if (self.origin !== 'null' || parent === window) return;
  let runner: Runner | undefined;
  confine((name) => runner?.refuse(name));
  addEventListener('message', ({ source, ports: [port, presses] }) => {
    if (source !== parent || !port || !presses || runner) return;
    guardFocus(presses);
    runner = listen(port);
  });
}

/** Handles the messages of the port, and replies through it. */
function listen(port: MessagePort): Runner {
  const send = (message: FromFrame): void => port.postMessage(JSON.stringify(message));
  const runner = createRunner(send);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'ping') send({ type: 'pong' });
    else if (data.type === 'setup') void runner.setUp(data.source, data.scripts, data.preferences);
    else if (data.type === 'script') runner.load(data.text);
    else if (data.type === 'preferences') runner.prefer(data.preferences);
    else void runner.run(data.run, data.files);
  };
  send({ type: 'ready' });
  return runner;
}
