/** Fetches a published site into a temporary folder, beginning with its home page. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { messageOf } from '../../base/diagnostics/message-of.ts';
import { eachLimited } from '../../base/files/each-limited.ts';
import { MARKER } from '../../base/marker.ts';
import { isOutputPath } from '../../base/output-paths.ts';
import { isPrivatePath } from '../../project/private-names.ts';
import { addressesIn } from './addresses-in.ts';
import { type FetchedFile, fetchFile } from './fetch-file.ts';
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
  const folder = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), 'cascader-docs-site-'));
  const release = (): Promise<void> => fs.rm(folder, { recursive: true, force: true });
  try {
    const failed = await fetchAll({ root, folder, base, limits, ending, refuse, id });
    const diagnostics = failed.length > 0 ? [createDiagnostic('version-not-fetched', { id, failed })] : [];
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

/** Fetches all files, and returns the failures. */
async function fetchAll(crawl: Crawl): Promise<{ url: string; reason: string }[]> {
  const { root, folder, limits, ending, refuse } = crawl;
  const accepts = (url: URL): boolean => url.origin === root.origin && url.pathname.startsWith(root.pathname);
  const failed: { url: string; reason: string }[] = [];
  const known = new Map<string, boolean>();
  const stored = new Set<string>();
  let waiting: URL[] = [];
  let bytes = 0;
  const add = (url: URL, isCertain: boolean): void => {
    [url.search, url.hash] = ['', ''];
    if (!accepts(url)) return;
    if (!known.has(url.href)) waiting.push(url);
    known.set(url.href, isCertain || known.get(url.href) === true);
  };
  const store = async (file: FetchedFile): Promise<void> => {
    const output = outputOf(file, root);
    if (stored.has(output)) return;
    if (!isOutputPath(output) || isPrivatePath(output)) throw new Error('its name cannot be published');
    stored.add(output);
    bytes += file.bytes.length;
    if (stored.size > limits.files) throw refuse(`it has more than ${limits.files} files`);
    if (bytes > limits.bytes) throw refuse(`it has more than ${limits.bytes} bytes`);
    const target = path.join(folder, output);
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.writeFile(target, file.bytes);
    const { certain, possible } = addressesIn(file.bytes, { type: file.type, url: file.url, root });
    for (const url of certain) add(url, true);
    for (const url of possible) add(url, false);
  };
  const home = await fetchFile(root, { accepts, most: MOST_FILE_BYTES, signal: ending });
  checkBase(home, crawl);
  known.set(root.href, true);
  await store(home);
  const listed = await readList(root, { accepts, ending });
  if (listed) await fs.writeFile(path.join(folder, MARKER), JSON.stringify({ version: 1, files: listed }));
  for (const name of listed ?? []) add(new URL(encodeURI(name), root), true);
  for (const name of USUAL) add(new URL(name, root), false);
  while (waiting.length > 0) {
    const urls = waiting;
    waiting = [];
    await eachLimited(
      urls,
      async (url) => {
        try {
          await store(await fetchFile(url, { accepts, most: MOST_FILE_BYTES, signal: ending }));
        } catch (error) {
          if (error instanceof DiagnosticError) throw error;
          ending.throwIfAborted();
          failed.push({ url: url.href, reason: messageOf(error) });
        }
      },
      { limit: CONCURRENCY, signal: ending },
    );
  }
  return failed.filter(({ url }) => known.get(url)).sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Refuses a site with another base before all of it is fetched, unless its addresses are relative. */
function checkBase({ bytes, type }: FetchedFile, { root, base, id }: Crawl): void {
  const page = /html/.test(type) ? readHtml(bytes) : undefined;
  if (root.pathname === base || !page?.assets.some((address) => /^\/(?!\/)/.test(address))) return;
  throw failure(2, 'version-wrong-base', { found: root.pathname, base, id, isOurs: false, isPublished: true });
}

/** Returns the path at which a host returns the file for its address. */
function outputOf({ url, type, bytes }: FetchedFile, root: URL): string {
  const rest = decodeURIComponent(url.pathname.slice(root.pathname.length));
  if (rest === '' || rest.endsWith('/')) return `${rest}index.html`;
  if (!/html/.test(type) || /\.html?$/i.test(rest)) return rest;
  // Every host returns the document of a folder. Relative addresses would change in it.
  const page = readHtml(bytes);
  const isRelative = [...(page?.assets ?? []), ...(page?.links ?? [])].some((link) => /^(?![/#]|[\w+.-]+:)/.test(link));
  return isRelative ? `${rest}.html` : `${rest}/index.html`;
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
