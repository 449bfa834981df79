/** Fetches a published site into a temporary folder, beginning with its home page. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { messageOf } from '../../base/diagnostics/message-of.ts';
import { eachLimited } from '../../base/files/each-limited.ts';
import { MARKER } from '../../base/marker.ts';
import { isOutputPath } from '../../base/output-paths.ts';
import { isPrivatePath } from '../../project/private-names.ts';
import { createWorkFolder } from '../checkout/work-folder.ts';
import { addressesIn } from './addresses-in.ts';
import { type FetchedFile, fetchFile } from './fetch-file.ts';
import {
  hasChunkMap,
  isFallback,
  isWrongType,
  type MissingAnswer,
  outputOf,
  redirectDocument,
  redirectOutput,
} from './fetched-output.ts';
import { readHtml } from './read-html.ts';
import type { SourceOptions, VersionSource } from './types.ts';

/** Limits of one site. */
export interface FetchLimits {
  files: number;
  bytes: number;
  /** In milliseconds. */
  time: number;
}

const LIMITS: FetchLimits = { files: 20_000, bytes: 1e9, time: 15 * 60_000 };
const MOST_FILE_BYTES = 100_000_000;
const CONCURRENCY = 8;

/** Files to try, although no page may link to them. */
const USUAL = [
  ...[
    '404.html',
    'llms.txt',
    'llms-full.txt',
    'components.json',
    'components.schema.json',
    'sitemap.xml',
    'robots.txt',
  ],
  ...['index.md', 'feed.xml', 'THIRD-PARTY-NOTICES.txt', '_headers', '_redirects', '~pages', '~sandbox.html'],
];

/** @throws DiagnosticError with exit code 2 if the home page cannot be fetched, or the site exceeds a limit */
export async function fetchSite(
  address: string,
  { base, signal, id }: Pick<SourceOptions, 'base' | 'signal' | 'id'>,
  limits: FetchLimits = LIMITS,
): Promise<VersionSource> {
  const refuse = (reason: string): DiagnosticError =>
    failure(2, 'version-source-refused', { case: 'address', url: address, reason });
  if (!URL.canParse(address)) throw refuse('it is not an address');
  const root = new URL(address);
  root.pathname = root.pathname.replace(/(?:index\.html|\/?)$/, '/').replace(/\/{2,}/g, '/');
  [root.search, root.hash] = ['', ''];
  const timeout = AbortSignal.timeout(limits.time);
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const work = await createWorkFolder();
  const folder = path.join(work.folder, 'site');
  const release = (): Promise<void> => work.remove();
  try {
    await fs.mkdir(folder);
    const { failed, runtimes } = await fetchAll({ root, folder, base, limits, ending, refuse, id });
    const diagnostics = [
      ...(failed.length > 0 ? [createDiagnostic('version-not-fetched', { id, failed })] : []),
      ...(runtimes.length > 0 ? [createDiagnostic('version-chunks-unknown', { id, scripts: runtimes })] : []),
    ];
    return { folder, diagnostics, release };
  } catch (error) {
    await release();
    signal?.throwIfAborted();
    if (error instanceof DiagnosticError) throw error;
    throw refuse(timeout.aborted ? `it takes longer than ${limits.time / 1000} s` : messageOf(error));
  }
}

interface Crawl {
  root: URL;
  folder: string;
  base: string;
  limits: FetchLimits;
  ending: AbortSignal;
  refuse: (reason: string) => DiagnosticError;
  id: string;
}

interface Fetched {
  failed: { url: string; reason: string }[];
  /** Scripts that compute the names of others. */
  runtimes: string[];
}

/** Fetches all files. */
async function fetchAll(crawl: Crawl): Promise<Fetched> {
  const { root, folder, base, ending, refuse } = crawl;
  const accepts = (url: URL): boolean => url.origin === root.origin && url.pathname.startsWith(root.pathname);
  const failed: Fetched['failed'] = [];
  const frontier = createFrontier(accepts);
  const files = createFetchedFiles(crawl);
  const store = async (requested: URL, file: FetchedFile): Promise<void> => {
    if (!(await files.store(requested, file))) return;
    const { certain, possible } = addressesIn(file.bytes, { type: file.type, url: file.url, root });
    for (const url of certain) frontier.add(url, true);
    for (const url of possible) frontier.add(url, false);
  };
  const home = await fetchFile(root, { accepts, most: MOST_FILE_BYTES, signal: ending });
  checkBase(home, crawl);
  if (!/html/.test(home.type)) throw refuse('its home page is not HTML');
  const missing = await fetchMissing(root, { accepts, ending });
  frontier.addFetched(root);
  await store(root, home);
  const listed = await readList(root, { accepts, ending });
  if (listed) await fs.writeFile(path.join(folder, MARKER), JSON.stringify({ version: 1, files: listed }));
  for (const name of listed ?? []) frontier.add(new URL(encodeURI(name), root), true);
  for (const name of USUAL) frontier.add(new URL(name, root), false);
  const fetchOne = async (url: URL): Promise<void> => {
    try {
      const file = await fetchFile(url, { accepts, most: MOST_FILE_BYTES, signal: ending });
      if (frontier.isCertain(url.href)) {
        if (isWrongType(url, file)) throw new Error('the host returns a page for it');
      } else if (isWrongType(url, file) || isFallback(url, file, missing)) {
        frontier.ignore(url);
        return;
      }
      await store(url, file);
    } catch (error) {
      if (error instanceof DiagnosticError) throw error;
      ending.throwIfAborted();
      failed.push({ url: url.href, reason: messageOf(error) });
    }
  };
  for (let urls = frontier.take(); urls.length > 0; urls = frontier.take())
    await eachLimited(urls, fetchOne, { limit: CONCURRENCY, signal: ending });
  await files.writeRedirects(base);
  const isMissing = (reason: string): boolean =>
    /^status (?:404|410)$/.test(reason) || ('status' in missing && reason === missing.status);
  const isReported = ({ url, reason }: { url: string; reason: string }): boolean =>
    frontier.isCertain(url) || !(isMissing(reason) || /^its? /.test(reason));
  return {
    failed: failed.filter(isReported).sort((a, b) => (a.url < b.url ? -1 : 1)),
    runtimes: files.runtimes.sort(),
  };
}

/** Collects the addresses that are to be fetched. An address is certain if a page or the list of files names it as one of the site. */
function createFrontier(accepts: (url: URL) => boolean) {
  const known = new Map<string, boolean>();
  const ignored = new Set<string>();
  let waiting: URL[] = [];
  return {
    add(url: URL, isCertain: boolean): void {
      [url.search, url.hash] = ['', ''];
      if (!accepts(url)) return;
      if (!known.has(url.href) || (isCertain && ignored.delete(url.href))) waiting.push(url);
      known.set(url.href, isCertain || known.get(url.href) === true);
    },
    /** Adds an address that has been fetched already. */
    addFetched: (url: URL): void => void known.set(url.href, true),
    isCertain: (href: string): boolean => known.get(href) === true,
    /** Notes that there is no file at an address. It is fetched again if it becomes certain. */
    ignore: (url: URL): void => void ignored.add(url.href),
    /** Removes and returns all addresses that are waiting. */
    take(): URL[] {
      const urls = waiting;
      waiting = [];
      return urls;
    },
  };
}

/** Stores fetched files in the folder, within the limits. */
function createFetchedFiles({ root, folder, limits, refuse }: Crawl) {
  const stored = new Set<string>();
  const redirects = new Map<string, string>();
  const runtimes: string[] = [];
  let bytes = 0;
  const write = async (output: string, content: Buffer | string): Promise<void> => {
    const target = path.join(folder, output);
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.writeFile(target, content);
  };
  return {
    /** Scripts that compute the names of others. */
    runtimes,
    /** Returns false if the file is stored already. Throws if it cannot be published. */
    async store(requested: URL, file: FetchedFile): Promise<boolean> {
      const output = outputOf(file, root);
      const redirected = redirectOf(requested, file, root);
      for (const name of [output, ...(redirected === undefined ? [] : [redirected])])
        if (!isOutputPath(name) || isPrivatePath(name)) throw new Error('its name cannot be published');
      if (redirected !== undefined) redirects.set(redirected, output);
      if (stored.has(output)) return false;
      if (hasChunkMap(file)) runtimes.push(output);
      stored.add(output);
      bytes += file.bytes.length;
      if (stored.size > limits.files) throw refuse(`it has more than ${limits.files} files`);
      if (bytes > limits.bytes) throw refuse(`it has more than ${limits.bytes} bytes`);
      await write(output, file.bytes);
      return true;
    },
    /** Writes a document for each address that redirects to a stored file. */
    async writeRedirects(base: string): Promise<void> {
      for (const [from, to] of redirects)
        if (!stored.has(from) && to !== from) await write(from, redirectDocument(to, base));
    },
  };
}

/** Returns the path at which a redirect to a page is stored. */
function redirectOf(requested: URL, file: FetchedFile, root: URL): string | undefined {
  if (requested.pathname === file.url.pathname || !/html/.test(file.type)) return undefined;
  return redirectOutput(requested, root, outputOf(file, root));
}

/** Requests a file that does not exist. Some hosts return the home page for it. */
async function fetchMissing(
  root: URL,
  { accepts, ending }: { accepts: (url: URL) => boolean; ending: AbortSignal },
): Promise<MissingAnswer> {
  try {
    const url = new URL(`missing-${randomUUID()}`, root);
    return { file: await fetchFile(url, { accepts, most: MOST_FILE_BYTES, signal: ending }) };
  } catch (error) {
    ending.throwIfAborted();
    return { status: messageOf(error) };
  }
}

/** Refuses a site with another base before all of it is fetched, unless its addresses are relative. */
function checkBase({ bytes, type }: FetchedFile, { root, base, id }: Crawl): void {
  const page = /html/.test(type) ? readHtml(bytes) : undefined;
  const isOfRoot = (address: string): boolean =>
    /^\/(?!\/)/.test(address) ||
    (/^(?:https?:)?\/\//i.test(address) && URL.canParse(address, root) && new URL(address, root).host === root.host);
  if (root.pathname === base || !page?.assets.some(isOfRoot)) return;
  throw failure(2, 'version-wrong-base', { found: root.pathname, base, id, isOurs: false, isPublished: true });
}

/** Returns the files of a site that this tool built and that publishes their list. */
async function readList(
  root: URL,
  { accepts, ending }: { accepts: (url: URL) => boolean; ending: AbortSignal },
): Promise<string[] | undefined> {
  try {
    const { bytes } = await fetchFile(new URL(MARKER, root), { accepts, most: MOST_FILE_BYTES, signal: ending });
    const { version, files } = JSON.parse(bytes.toString()) as { version?: unknown; files?: unknown };
    if (version !== 1 || !Array.isArray(files)) return undefined;
    return files.filter((name): name is string => typeof name === 'string' && isOutputPath(name));
  } catch {
    // The host does not publish the file, or another tool built the site.
    ending.throwIfAborted();
    return undefined;
  }
}
