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
 * Collects garbage earlier if very many pages are rendered. V8 sets the next threshold at the end of each collection,
 * so `onPages` must be called before the pages are read.
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
