import { fstatSync } from 'node:fs';

/**
 * Follows the program that started this one, if that holds the other end of standard input: a pipe, neither a terminal nor a
 * file. An input that has ended by the time of the question says nothing: some programs end it at once.
 *
 * @returns calls back when that program is gone
 */
export function followParent(): (onGone: () => void) => void {
  if (!isPipe()) return () => undefined;
  const { stdin } = process;
  stdin.on('error', () => undefined).resume();
  return (onGone) => {
    if (!stdin.readableEnded) stdin.once('end', onGone);
  };
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    // It was closed from the beginning.
    return false;
  }
}
