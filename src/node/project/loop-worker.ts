/** Stops author code that blocks the main thread longer than its time limit. A timer in the main thread cannot do this. */
import fs from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { type MessagePort, workerData } from 'node:worker_threads';
import type { LoopReport, LoopTask } from './within-time.ts';

/** Milliseconds after the time limit, during which a main thread that is busy, but not blocked, can end the task itself. */
const GRACE = 250;

/** Node functions that run microtasks. */
const MICROTASKS = ['processTicksAndRejections', 'runNextTicks'];

/** URL of the folder with the scripts of this package. */
const OWN = new URL('.', import.meta.url).href;

const port = workerData as MessagePort;
const timers = new Map<number, NodeJS.Timeout>();

port.on('message', ({ id, milliseconds }: LoopTask) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (milliseconds !== undefined)
    timers.set(
      id,
      setTimeout(() => stop(id), milliseconds + GRACE),
    );
});

/** Stops author code. Code of this package ends by itself, so the task is only checked again later. */
function stop(id: number): void {
  const session = new Session();
  session.connectToMainThread();
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    const urlOf = ({ location }: Debugger.CallFrame): string => urls.get(location.scriptId) ?? '';
    const { callFrames } = params;
    const frames = callFrames.filter((frame) => !urlOf(frame).startsWith('node:'));
    const outermost = frames.at(-1);
    if (outermost && !urlOf(outermost).startsWith(OWN)) {
      const stack = frames.map((frame) => {
        const { lineNumber, columnNumber = 0 } = frame.location;
        return `    at ${frame.functionName || '<anonymous>'} (${urlOf(frame)}:${lineNumber + 1}:${columnNumber + 1})`;
      });
      const caller = callFrames.slice(callFrames.indexOf(outermost))[1]?.functionName;
      // Node cannot continue after a callback that did not return, unlike after a microtask.
      if (caller !== undefined && !MICROTASKS.includes(caller)) endProcess(stack);
      port.postMessage({ id, stack: stack.join('\n') } satisfies LoopReport);
      session.post('Runtime.terminateExecution');
    } else if (timers.has(id))
      timers.set(
        id,
        setTimeout(() => stop(id), GRACE),
      );
    session.post('Debugger.resume', () => session.disconnect());
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function endProcess(stack: string[]): void {
  fs.writeSync(2, `Code of the project does not finish, so the command was terminated:\n${stack.join('\n')}\n`);
  process.kill(process.pid, 'SIGKILL');
}
