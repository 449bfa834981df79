/** Reads the files of a built site from a folder or an address, to answer an assistant's queries. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { fetchText } from '../../base/fetch-text.ts';

/** Files of a built site. */
export interface BuiltFiles {
  /** Returns the text of a file by its output path; undefined if the file does not exist. */
  read(output: string): Promise<string | undefined>;
  /**
   * Returns the data of a file.
   *
   * @throws DiagnosticError if the file does not exist, or is not in the form that a build writes
   */
  readJson<Data>(output: string, isBuilt?: (data: Partial<Data>) => boolean): Promise<Data>;
}

/** @param place folder of the output, or http(s) address of the site with its base */
export function openBuiltFiles(place: string): BuiltFiles {
  const cached = new Map<string, unknown>();
  const read = /^https?:/i.test(place) ? fetchFrom(place) : readFrom(place);
  return {
    read,
    async readJson<Data>(output: string, isBuilt: (data: Partial<Data>) => boolean = () => true) {
      if (!cached.has(output)) {
        const text = await read(output);
        if (text === undefined) throw notThere(place, output);
        const data = parse(text) as Partial<Data> | null | undefined;
        if (typeof data !== 'object' || data === null || !isBuilt(data)) throw notBuilt(place, output);
        cached.set(output, data);
      }
      return cached.get(output) as Data;
    },
  };
}

function readFrom(folder: string): BuiltFiles['read'] {
  return async (output) => {
    const file = path.resolve(folder, output);
    // A path from an assistant must not lead out of the site.
    if (!file.startsWith(path.resolve(folder) + path.sep)) return undefined;
    return await fs.readFile(file, 'utf8').catch(() => undefined);
  };
}

function fetchFrom(address: string): BuiltFiles['read'] {
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  return async (output) => {
    const url = new URL(output, base);
    if (!url.href.startsWith(base.href)) return undefined;
    const answer = await fetchText(url, { sameHost: true }).catch((error: Error) => {
      throw failure(2, 'not-in-built-site', { case: 'unreachable', output, location: address, reason: error.message });
    });
    return answer.text;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller that needs the data reports the error.
    return undefined;
  }
}

function notThere(place: string, output: string): DiagnosticError {
  return failure(2, 'not-in-built-site', { case: 'missing', output, location: place });
}

function notBuilt(place: string, output: string): DiagnosticError {
  return failure(2, 'not-in-built-site', { case: 'foreign', output, location: place });
}
