/** A thread that makes pages. */
import { parentPort, workerData } from 'node:worker_threads';
import { observeReads } from '../../store/observe-reads.ts';
import { createPageMaker } from './page-maker.ts';
import type { FromThread, PageThreadData } from './protocol.ts';

startWorker(workerData as PageThreadData);

function startWorker({ place, ...data }: PageThreadData): void {
  const at = new Int32Array(place);
  // Told before the page that it was asked for.
  observeReads((fact) => parentPort?.postMessage({ kind: 'read', fact } satisfies FromThread));
  const { take } = createPageMaker(data, {
    tell: (message) => parentPort?.postMessage(message),
    enter: (number) => {
      at[0] = number;
    },
  });
  parentPort?.on('message', take);
}
