/** A thread that makes pages. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPageMaker } from './page-maker.ts';
import type { PageThreadData } from './protocol.ts';

startWorker(workerData as PageThreadData);

function startWorker({ place, ...data }: PageThreadData): void {
  const at = new Int32Array(place);
  const { take } = createPageMaker(data, {
    tell: (message) => parentPort?.postMessage(message),
    enter: (number) => {
      at[0] = number;
    },
  });
  parentPort?.on('message', take);
}
