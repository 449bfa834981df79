import fs from 'node:fs';
import path from 'node:path';
import type { ModuleRecord } from './module-record.ts';
import { readModule } from './read-module.ts';

export interface ModuleRecords {
  /** Returns undefined for a file that is not an ES module. */
  of(filePath: string): ModuleRecord | undefined;
}

const known = new Map<string, { state: string; record: ModuleRecord | undefined }>();

/** A file is read again after it has changed. */
export const moduleRecords: ModuleRecords = {
  of(filePath) {
    const stats = fs.statSync(filePath, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const state = `${stats.mtimeMs} ${stats.size}`;
    const last = known.get(filePath);
    if (last?.state === state) return last.record;
    const record = readModule(fs.readFileSync(filePath, 'utf8'), path.extname(filePath));
    known.set(filePath, { state, record });
    return record;
  },
};
