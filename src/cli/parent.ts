import { fstatSync } from 'node:fs';

/**
 * Detects the end of the program that started this one, if that program holds the other end of standard input. Standard input must
 * be a pipe, not a terminal or a file. An input that has already ended is ignored, because some programs close it immediately.
 *
 * @returns a function that takes a callback for the end of the program
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
    // Standard input was closed from the beginning.
    return false;
  }
}
