import { setFlagsFromString } from 'node:v8';

/** Pages from which on memory is worth more than a tenth of the time. */
const VERY_MANY = 4000;

/**
 * Has memory collected earlier where there are very many pages. The engine would let each thread's memory grow to a multiple of
 * what it holds before it looks what is still needed.
 */
export function saveMemory(pages: number): void {
  if (pages >= VERY_MANY) setFlagsFromString('--heap-growing-percent=30');
}
