import { fstatSync } from 'node:fs';

/** Standard input must be a pipe. One that has already ended is ignored, because some programs close it immediately. */
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
