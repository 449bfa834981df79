import { relative, sep } from 'node:path';

/** Path relative to `root` with forward slashes, whatever the system's separator. */
export function sourcePathOf(root: string, filePath: string): string {
  const path = relative(root, filePath);
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
