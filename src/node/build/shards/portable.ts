/** Data of one machine as text that another one can read: paths of files are relative to the site's folder. */
import path from 'node:path';
import { relativePath, toPosix } from '../../base/files/paths.ts';

/** Makes paths relative to a folder, quickly where they lie in it and have no dots. */
export function createRelative(folder: string): (file: string) => string {
  const start = folder + path.sep;
  return (file) => (file.startsWith(start) ? toPosix(file.slice(start.length)) : relativePath(folder, file));
}

/** Keys of absolute paths. */
const PATHS = new Set(['filePath']);

/** JSON of plain data with maps; the same for the same data, wherever the site lies. */
export function toPortable(data: unknown, root: string): string {
  return JSON.stringify(data, (key, value: unknown) => {
    if (value instanceof Map) return { '~map': [...value] };
    if (PATHS.has(key) && typeof value === 'string') return relativePath(root, value);
    return value;
  });
}

/** What {@link toPortable} was given, in the folder where the site lies here. */
export function fromPortable<Data>(text: string, root: string): Data {
  // What a function looks at takes ten times as long.
  if (!/"(?:filePath|~map)"/.test(text)) return JSON.parse(text) as Data;
  return JSON.parse(text, (key, value: unknown) => {
    if (PATHS.has(key) && typeof value === 'string') return path.resolve(root, value);
    const isMap = typeof value === 'object' && value !== null && '~map' in value;
    return isMap ? new Map((value as { '~map': [unknown, unknown][] })['~map']) : value;
  }) as Data;
}
