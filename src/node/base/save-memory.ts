import { setFlagsFromString } from 'node:v8';
import { createSharedChange } from './shared-change.ts';

/** Number of pages at which saving memory is worth a tenth of the time. */
const VERY_MANY = 4000;

/** Lowers the garbage collection threshold of this process. Zero is V8's default, with which V8 chooses the threshold. */
const lowThreshold = createSharedChange(() => {
  setFlagsFromString('--heap-growing-percent=30');
  return () => setFlagsFromString('--heap-growing-percent=0');
});

/**
 * Runs a task that collects garbage earlier if very many pages are rendered.
 *
 * V8 sets the next threshold at the end of each collection, to a multiple of the live memory. `onPages` is therefore called as
 * soon as the pages are found, before they are read.
 *
 * @param task receives `onPages`, to be called with the number of pages to render. It may be called several times
 */
export async function savingMemory<Result>(
  task: (onPages: (pages: number) => void) => Promise<Result>,
): Promise<Result> {
  let end: (() => void) | undefined;
  try {
    return await task((pages) => {
      if (pages >= VERY_MANY) end ??= lowThreshold.begin();
    });
  } finally {
    end?.();
  }
}
