/** A built site as an assistant's questions need it: a folder, or an address. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { fetchText } from '../fetch-text.ts';

/** Files of a built site. */
export interface BuiltFiles {
  /** Text of a file by its output path; undefined when there is none. */
  read(output: string): Promise<string | undefined>;
  /** Data of a file. Throws a DiagnosticError when there is none, or one that is not as it was built. */
  readJson<Data>(output: string, isBuilt?: (data: Partial<Data>) => boolean): Promise<Data>;
}

/** @param place folder of the output, or http(s) address of the site with its base */
export function openBuiltFiles(place: string): BuiltFiles {
  const kept = new Map<string, unknown>();
  const read = /^https?:/i.test(place) ? fetchFrom(place) : readFrom(place);
  return {
    read,
    async readJson<Data>(output: string, isBuilt: (data: Partial<Data>) => boolean = () => true) {
      if (!kept.has(output)) {
        const text = await read(output);
        if (text === undefined) throw notThere(place, output);
        const data = parse(text) as Partial<Data> | null | undefined;
        if (typeof data !== 'object' || data === null || !isBuilt(data)) throw notBuilt(place, output);
        kept.set(output, data);
      }
      return kept.get(output) as Data;
    },
  };
}

function readFrom(folder: string): BuiltFiles['read'] {
  return async (output) => {
    const file = path.resolve(folder, output);
    // A path of an assistant must not lead out of the site.
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
      throw failure(`${output} cannot be read from ${address}: ${error.message}`, [
        'See that the address is right; where it leads to another one that you trust, give that',
      ]);
    });
    return answer.text;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told by who wants data.
    return undefined;
  }
}

function notThere(place: string, output: string): DiagnosticError {
  const notes =
    output === 'components.json'
      ? ['Name the documented package as `library` in the configuration, or write an `<API>` on a page, and build']
      : ['Run `cascader-docs build` first, or give the folder or the address of the built site'];
  return failure(`There is no ${output} in ${place}`, notes);
}

function notBuilt(place: string, output: string): DiagnosticError {
  return failure(`The ${output} of ${place} is not what a build writes`, [
    'Give the folder or the address of the built site, with its base',
  ]);
}

function failure(text: string, notes: string[]): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', code: 'CD820', text, notes }], 2);
}
