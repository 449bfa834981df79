import { setFlagsFromString } from 'node:v8';

/** Pages from which on memory is worth more than a tenth of the time. */
const VERY_MANY = 4000;

let isSaved = false;

/**
 * Has memory collected earlier where there are very many pages. The engine would let each thread's memory grow to a multiple of
 * what it holds before it looks what is still needed, and decides how far when it has looked: so it is told as soon as that many
 * are found, before they are read.
 *
 * @param pages how many there are, as far as is known
 */
export function saveMemory(pages: number): void {
  if (isSaved || pages < VERY_MANY) return;
  isSaved = true;
  setFlagsFromString('--heap-growing-percent=30');
}
