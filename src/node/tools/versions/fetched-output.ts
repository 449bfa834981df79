/** Where the files of a published site are stored, and which answers of its host are not files. */
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { FetchedFile } from './fetch-file.ts';
import { readHtml } from './read-html.ts';

/** Endings of files that are never HTML. */
const NO_HTML =
  /\.(?:[cm]?js|css|json|xml|md|mdx|txt|map|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|wasm|pdf|zip|gz|mp3|mp4|webm|webmanifest)$/i;

/** Returns true for an answer with HTML to a request for another kind of file. */
export function isWrongType(requested: URL, { type }: FetchedFile): boolean {
  return /html/.test(type) && NO_HTML.test(requested.pathname);
}

/** What a host answers to a request for a file that does not exist. */
export type MissingAnswer = { status: string } | { file: FetchedFile };

/** Returns true if a file that may not exist is only the answer of the host for missing files. */
export function isFallback(requested: URL, { type, bytes }: FetchedFile, missing: MissingAnswer): boolean {
  if (!('file' in missing) || !/html/.test(type)) return false;
  return !/\.html?$/i.test(requested.pathname) || bytes.equals(missing.file.bytes);
}

/** Returns true if a script computes the names of other scripts from a table, as the runtime of webpack does. */
export function hasChunkMap({ type, bytes }: FetchedFile): boolean {
  return (
    /javascript|ecmascript/.test(type) &&
    /\+\s*\(?\{[^{}]+\}\s*\[\w+\](?:\s*\|\|\s*\w+\s*\))?\s*\+\s*["'`][^"'`]{0,60}\.js["'`]/.test(bytes.toString())
  );
}

/** Returns the path at which a host returns the file for its address. */
export function outputOf({ url, type, bytes }: FetchedFile, root: URL): string {
  const rest = decodeURIComponent(url.pathname.slice(root.pathname.length));
  if (rest === '' || rest.endsWith('/')) return `${rest}index.html`;
  if (!/html/.test(type) || /\.html?$/i.test(rest)) return rest;
  // Every host returns the document of a folder. Relative addresses would change in it.
  const page = readHtml(bytes);
  const isRelative = [...(page?.assets ?? []), ...(page?.links ?? [])].some((link) => /^(?![/#]|[\w+.-]+:)/.test(link));
  return isRelative ? `${rest}.html` : `${rest}/index.html`;
}

/** Returns the path for a document that redirects from an address, or undefined if the file has the same address. */
export function redirectOutput(requested: URL, root: URL, output: string): string | undefined {
  const rest = decodeURIComponent(requested.pathname.slice(root.pathname.length));
  const isFile = /\.html?$/i.test(rest);
  const from = isFile ? rest : rest === '' ? 'index.html' : `${rest.replace(/\/$/, '')}/index.html`;
  const routeOf = (path: string): string => path.replace(/(?:^|\/)index\.html$|\.html$/, '');
  return from === output || (!isFile && routeOf(from) === routeOf(output)) ? undefined : from;
}

/** Returns a document that redirects to a file of the version. */
export function redirectDocument(output: string, base: string): string {
  const href = escapeHtml(base + encodeURI(output.replace(/(^|\/)index\.html$/, '$1')));
  return `<!doctype html><html><head><meta charset="utf-8"><title>${href}</title><meta http-equiv="refresh" content="0; url=${href}"></head><body><p><a href="${href}">${href}</a></p></body></html>`;
}
