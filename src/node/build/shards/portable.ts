/** Serializes data so that another machine can read it: file paths are relative to the site's folder. */
import path from 'node:path';
import { relativePath, toPosix } from '../../base/files/paths.ts';

/** Creates a function that converts paths to paths relative to a folder. It is fast for paths in the folder without dots. */
export function createRelative(folder: string): (file: string) => string {
  const start = folder + path.sep;
  return (file) => (file.startsWith(start) ? toPosix(file.slice(start.length)) : relativePath(folder, file));
}

/** Keys whose values are absolute paths. */
const PATHS = new Set(['filePath']);

/** Serializes plain data with maps as JSON. The result does not depend on the site's folder. */
export function toPortable(data: unknown, root: string): string {
  return JSON.stringify(data, (key, value: unknown) => {
    if (value instanceof Map) return { '~map': [...value] };
    if (PATHS.has(key) && typeof value === 'string') return relativePath(root, value);
    return value;
  });
}

/** Restores the data of {@link toPortable}, with paths in the site's folder on this machine. */
export function fromPortable<Data>(text: string, root: string): Data {
  // Parsing with a reviver takes ten times as long.
  if (!/"(?:filePath|~map)"/.test(text)) return JSON.parse(text) as Data;
  return JSON.parse(text, (key, value: unknown) => {
    if (PATHS.has(key) && typeof value === 'string') return path.resolve(root, value);
    const isMap = typeof value === 'object' && value !== null && '~map' in value;
    return isMap ? new Map((value as { '~map': [unknown, unknown][] })['~map']) : value;
  }) as Data;
}
