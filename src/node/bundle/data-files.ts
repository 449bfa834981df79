/** Runs data files (`icons.data.ts`): modules whose data is computed at build, and bundled instead of their code. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../base/diagnostics/message-of.ts';
import { isInside, isOfPackage } from '../base/files/paths.ts';
import { hashOf } from '../base/hash.ts';
import { codeFileError, type DataFiles, type DataModule } from '../project/code-files.ts';
import { runCodeFile } from './code-file.ts';

/** Maximum size of the data in bytes. */
const MOST = 10_000_000;

/**
 * Creates the data files of a site. Each file is run once, and again after a change.
 *
 * @param folders folders of pages, which may be in a package
 */
export function createDataFiles(root: string, folders: string[]): DataFiles {
  const known = new Map<string, Promise<DataModule>>();
  const done = new Map<string, DataModule>();
  return {
    async has(filePath) {
      const isOfSite = !isOfPackage(filePath) || folders.some((folder) => isInside(folder, filePath));
      if (!/\.data\.[cm]?[jt]s$/.test(filePath) || !isOfSite) return false;
      const code = await fs.readFile(filePath, 'utf8').catch(() => '');
      return /\bexport\s+default\b/.test(code) && /\bload\b/.test(code);
    },
    read(filePath) {
      const reading = known.get(filePath) ?? readData(filePath, root);
      known.set(filePath, reading);
      reading.then(
        (data) => known.get(filePath) === reading && done.set(filePath, data),
        // The import of the file reports it.
        () => undefined,
      );
      return reading;
    },
    inputsOf: (filePath) => done.get(filePath),
    all: () => [...done.values()],
    update(changed) {
      const before = known.size;
      for (const filePath of known.keys()) {
        const { files, folders } = done.get(filePath) ?? { files: undefined, folders: [] };
        const isOf = (file: string): boolean =>
          !files || files.includes(file) || folders.some((folder) => isInside(folder, file));
        if (![...changed].some(isOf)) continue;
        known.delete(filePath);
        done.delete(filePath);
      }
      return known.size < before;
    },
  };
}

async function readData(filePath: string, root: string): Promise<DataModule> {
  const { value, files, folders } = await runCodeFile(filePath, { root, method: 'load' });
  const name = path.basename(filePath);
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw codeFileError({ case: 'no-json', name, reason: messageOf(error) }, filePath, root);
  }
  if (json === undefined)
    throw codeFileError({ case: 'no-json', name, reason: `\`load\` returns ${typeof value}` }, filePath, root);
  const bytes = Buffer.byteLength(json);
  if (bytes > MOST)
    throw codeFileError(
      { case: 'too-large', name, megabytes: Math.ceil(bytes / 1e6), most: MOST / 1e6 },
      filePath,
      root,
    );
  return {
    code: `export const data = /* @__PURE__ */ JSON.parse(${JSON.stringify(json)});\n`,
    digest: hashOf(json),
    files,
    folders,
  };
}
