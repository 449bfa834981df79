import type { FromFrame, ToFrame } from '../live/protocol.ts';
import { confine } from './confine.ts';
import { guardFocus } from './guard-focus.ts';
import { createRunner, type Runner } from './runner.ts';

/** Only in an opaque origin; otherwise, untrusted code would have the permissions of the site. */
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
