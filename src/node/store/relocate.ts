/** Data with paths of files, so that it holds for the same project in another folder. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Stands for the folder of the project: neither a path nor a text of ours begins with it. */
const HERE = '\0here';

/** A path below the folder, or the folder itself, as it is anywhere; any other text as it is. */
export function toMovable(text: string, base: string): string {
  return text === base || text.startsWith(base + path.sep) ? HERE + text.slice(base.length) : text;
}

/** What {@link toMovable} has made, in this folder. */
export function fromMovable(text: string, base: string): string {
  return text.startsWith(HERE) ? base + text.slice(HERE.length) : text;
}

/** A movable path as an author knows it: relative to the folder. */
export function shownPath(text: string): string {
  return text.startsWith(HERE) ? text.slice(HERE.length + 1) : text;
}

/**
 * The same data with movable paths: text, lists, maps, sets, plain objects and bytes.
 *
 * @returns isBound: the folder is named in the middle of something else, so that the data holds in this one alone
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

/** Data that was moved out, in this folder. */
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

/** A script without the folders of this machine, where it names them by addresses. */
export function withoutFolders(script: string, folders: string[]): string {
  return folders.reduce(
    (text, folder) => text.replaceAll(`${pathToFileURL(path.resolve(folder)).href}/`, '\0'),
    script,
  );
}
