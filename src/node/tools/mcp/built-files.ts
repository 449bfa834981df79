import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { fetchText } from '../../base/fetch-text.ts';

export interface SiteFiles {
  /** Folder, URL or version that is shown in messages. */
  shownAs: string;
  /** Base path that the pages were built for. Default: the site's base. */
  base?: string;
  /** True if the files document a version other than the project's, so that the project's types do not apply. */
  isOtherVersion?: boolean;
  /** Returns a file by its output path. Undefined if the file does not exist. */
  read(output: string): Promise<string | Uint8Array | undefined>;
  /** Searches the pages. Absent if there is a search index among the files. */
  search?(query: string): Promise<SearchHit[]>;
}

export interface SearchHit {
  /** URL that `read_page` accepts. */
  link: string;
  title: string;
  text: string;
}

export interface BuiltFiles extends Pick<SiteFiles, 'base' | 'isOtherVersion'> {
  /** Returns the text of a file by its output path. Undefined if the file does not exist. */
  read(output: string): Promise<string | undefined>;
  /** Throws a DiagnosticError if the file does not exist or does not have the format that a build writes. */
  readJson<Data>(output: string, isBuilt?: (data: Partial<Data>) => boolean): Promise<Data>;
  search?: SiteFiles['search'];
}

/** @param place folder of the output, http(s) URL of the site with its base path, or another source */
export function openBuiltFiles(place: string | SiteFiles): BuiltFiles {
  const files = typeof place === 'string' ? sourceAt(place) : place;
  const { shownAs, base, isOtherVersion, search } = files;
  const cached = new Map<string, unknown>();
  const read: BuiltFiles['read'] = async (output) => {
    const content = await files.read(output);
    return content instanceof Uint8Array ? Buffer.from(content).toString() : content;
  };
  return {
    read,
    ...(base !== undefined && { base }),
    ...(isOtherVersion && { isOtherVersion }),
    ...(search && { search }),
    async readJson<Data>(output: string, isBuilt: (data: Partial<Data>) => boolean = () => true) {
      if (!cached.has(output)) {
        const text = await read(output);
        if (text === undefined) throw notThere(shownAs, output);
        const data = parse(text) as Partial<Data> | null | undefined;
        if (typeof data !== 'object' || data === null || !isBuilt(data)) throw notBuilt(shownAs, output);
        cached.set(output, data);
      }
      return cached.get(output) as Data;
    },
  };
}

function sourceAt(place: string): SiteFiles {
  return { shownAs: place, read: isSiteUrl(place) ? fetchFrom(place) : readFrom(place) };
}

export function isSiteUrl(place: string): boolean {
  return /^https?:/i.test(place);
}

function readFrom(folder: string): BuiltFiles['read'] {
  return async (output) => {
    const file = path.resolve(folder, output);
    // A path from an assistant must not lead out of the site.
    if (!file.startsWith(path.resolve(folder) + path.sep)) return undefined;
    return await fs.readFile(file, 'utf8').catch(() => undefined);
  };
}

function fetchFrom(siteUrl: string): BuiltFiles['read'] {
  const base = new URL(siteUrl.endsWith('/') ? siteUrl : `${siteUrl}/`);
  return async (output) => {
    const url = new URL(output, base);
    if (!url.href.startsWith(base.href)) return undefined;
    const answer = await fetchText(url, { sameHost: true }).catch((error: Error) => {
      throw failure(2, 'not-in-built-site', { case: 'unreachable', output, location: siteUrl, reason: error.message });
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

/** Error for an assistant that queries an unknown name or version. */
export class UnknownName extends Error {}
