/** Packs with which one machine passes results and output files on to another. */

import fs from 'node:fs';
import path from 'node:path';
import { hashOf } from '../base/hash.ts';
import { appendEntry, type Indexed } from './entry-log.ts';
import { createPackReader, createPackWriter, type Packed, readPackIndex } from './pack.ts';

/** Names of the packs: results of tasks, as in `entry-log.ts`, and contents of output files. Its index has offsets by hash. */
export const EXPORTED = { entries: 'entries.bin', contents: 'contents.bin' } as const;

/** Packs that are being written. */
export interface PackExport {
  /** Adds a result of a task, which has the name `<task> <id>` in the index. Its paths must be movable. */
  add(task: string, id: string, entry: { key: string; value: unknown }): void;
  /** Adds the text of an output file. Returns its size in bytes and its hash. */
  addContent(text: string): { bytes: number; hash: string };
}

/** Writes packs into a folder. If writing fails, no pack is left there. Returns their sizes in bytes, by name. */
export async function exportPacks(
  folder: string,
  write: (packs: PackExport) => Promise<void>,
): Promise<Map<string, number>> {
  const open = new Map<string, number>();
  const create = <Located>(name: string) => {
    const file = fs.openSync(path.join(folder, name), 'wx');
    open.set(name, file);
    const { add, end } = createPackWriter(file);
    const index = new Map<string, Located>();
    const finish = (): [string, number] => {
      end(index);
      return [name, fs.fstatSync(file).size];
    };
    return { add, index, finish };
  };
  let sizes: Map<string, number> | undefined;
  try {
    const entries = create<Indexed[]>(EXPORTED.entries);
    const contents = create<number>(EXPORTED.contents);
    await write({
      add: (task, id, entry) => appendEntry(entries, `${task} ${id}`, entry),
      addContent(text) {
        const content = Buffer.from(text);
        const hash = hashOf(content);
        if (!contents.index.has(hash)) contents.index.set(hash, contents.add(content));
        return { bytes: content.length, hash };
      },
    });
    sizes = new Map([entries.finish(), contents.finish()]);
    return sizes;
  } finally {
    for (const [name, file] of open) {
      fs.closeSync(file);
      if (!sizes) fs.rmSync(path.join(folder, name), { force: true });
    }
  }
}

/** Pack that another machine wrote. The caller checks its index and the hash of each record. */
export interface ExportedPack {
  /** Absolute path. */
  file: string;
  /** False for a missing file, and for a pipe or a device, whose reading may hang. */
  isFile: boolean;
  /** Undefined if it is damaged. */
  index: unknown;
  /** Reads a record. The bytes of a file's content are valid until the next record is read. */
  read(location: Omit<Packed, 'file'>): Buffer | undefined;
}

/** Opens a pack in a folder, and reads its index. */
export function openExportedPack(folder: string, kind: keyof typeof EXPORTED): ExportedPack {
  const file = path.join(folder, EXPORTED[kind]);
  // Contents are written at once, while parts of a result may be views of its record.
  const read = createPackReader({ reuses: kind === 'contents' });
  const isFile = fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const index = isFile ? readPackIndex(file) : undefined;
  return { file, isFile, index, read: (location) => read({ file, ...location }) };
}
