/** Worker that compiles, renders and writes pages. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPageTexts } from '../../content/page-texts.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { observeReads } from '../../store/observe-reads.ts';
import { createPageMaker } from './page-maker.ts';
import type { FromThread, PageWorkerData, ToWorker } from './protocol.ts';

startWorker(workerData as PageWorkerData);

function startWorker({ place, ...data }: PageWorkerData): void {
  const at = new Int32Array(place);
  // Sent before the messages of the page that sent the query.
  observeReads((observed) => parentPort?.postMessage({ kind: 'read', read: observed } satisfies FromThread));
  const texts = createPageTexts();
  const { take } = createPageMaker(
    { ...data, loaded: { ...data.loaded, texts } },
    {
      send: (message) => parentPort?.postMessage(message),
      enter: (number) => {
        at[0] = number;
      },
    },
  );
  parentPort?.on('message', (message: ToWorker) => {
    if (message.kind !== 'site')
      for (const [index, file] of withTabs(message.page).entries()) texts.hold(file, message.texts[index] as string);
    take(message);
  });
}
