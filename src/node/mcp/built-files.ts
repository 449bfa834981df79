/** A built site as an assistant's questions need it: a folder, or an address. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';

/** Files of a built site. */
export interface BuiltFiles {
  /** Text of a file by its output path; undefined when there is none. */
  read(output: string): Promise<string | undefined>;
  /** Data of a file. Throws a DiagnosticError when there is none. */
  readJson<Data>(output: string): Promise<Data>;
}

/** @param place folder of the output, or http(s) address of the site with its base */
export function openBuiltFiles(place: string): BuiltFiles {
  const kept = new Map<string, unknown>();
  const read = /^https?:/i.test(place) ? fetchFrom(place) : readFrom(place);
  return {
    read,
    async readJson<Data>(output: string) {
      if (!kept.has(output)) {
        const text = await read(output);
        if (text === undefined) throw notThere(place, output);
        kept.set(output, JSON.parse(text));
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
    const answer = await fetch(url);
    return answer.ok ? await answer.text() : undefined;
  };
}

function notThere(place: string, output: string): DiagnosticError {
  const notes =
    output === 'components.json'
      ? ['Name the documented package as `library` in the configuration, or write an `<API>` on a page, and build']
      : ['Run `cascader-docs build` first, or give the folder or the address of the built site'];
  return new DiagnosticError(
    [{ severity: 'error', code: 'CD820', text: `There is no ${output} in ${place}`, notes }],
    2,
  );
}
