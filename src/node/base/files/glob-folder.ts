import path from 'node:path';

/** Returns the folder in which all matches of a pattern are: its part before the first special character, up to the last slash. */
export function globFolder(pattern: string): string {
  const plain = /^[^*?{}[\]()!+@]*/.exec(pattern)?.[0] ?? '';
  return path.posix.dirname(`${plain}x`);
}
