import path from 'node:path';

/** As the compiler writes paths, on Windows too. */
export function toCompilerPath(filePath: string): string {
  return filePath.replaceAll(path.sep, '/');
}
