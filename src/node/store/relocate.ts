/** Makes file paths in data relative, so that the data is valid for the same project in another folder. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Prefix that replaces the folder of the project. None of our paths and strings begins with it. */
const HERE = '\0here';

/** Replaces the folder at the start of a path with a prefix that is valid in any folder. Returns other strings unchanged. */
export function toMovable(text: string, base: string): string {
  return text === base || text.startsWith(base + path.sep) ? HERE + text.slice(base.length) : text;
}

/** Converts a result of {@link toMovable} to a path in this folder. */
export function fromMovable(text: string, base: string): string {
  return text.startsWith(HERE) ? base + text.slice(HERE.length) : text;
}

/** Converts a movable path to the form in which authors see it: relative to the folder. */
export function shownPath(text: string): string {
  return text.startsWith(HERE) ? text.slice(HERE.length + 1) : text;
}

/**
 * Supports text, lists, maps, sets, plain objects and bytes. `isBound`: a string contains the folder anywhere but at
 * its start.
 */
export function moveOut<Data>(data: Data, base: string): { data: Data; isBound: boolean } {
  let isBound = false;
  const moved = mapData(data, {
    text(text) {
      const result = toMovable(text, base);
      if (result.includes(base) || text.startsWith(HERE)) isBound = true;
      return result;
    },
    bytes(bytes) {
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(base)) isBound = true;
    },
  });
  return { data: moved, isBound };
}

export function moveIn<Data>(data: Data, base: string): Data {
  return mapData(data, { text: (text) => fromMovable(text, base) });
}

interface Mapping {
  text: (text: string) => string;
  bytes?: (bytes: ArrayBufferView) => void;
}

function mapData<Data>(data: Data, { text, bytes }: Mapping): Data {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(map);
    if (value instanceof Map) return new Map(Array.from(value, ([key, entry]) => [map(key), map(entry)]));
    if (value instanceof Set) return new Set(Array.from(value, map));
    if (ArrayBuffer.isView(value)) bytes?.(value);
    else if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), map(entry)]));
    return value;
  };
  return map(data) as Data;
}

/** Removes the folders of this machine from the file URLs in a script. */
export function withoutFolders(script: string, folders: string[]): string {
  return folders.reduce(
    (text, folder) => text.replaceAll(`${pathToFileURL(path.resolve(folder)).href}/`, '\0'),
    script,
  );
}
