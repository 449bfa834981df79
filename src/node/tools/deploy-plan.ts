/** Plans the uploads to a file store in an order that never shows readers an incomplete site. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { withBase } from '../../shared/base-url.ts';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { fetchText } from '../base/fetch-text.ts';
import { contentTypeOf } from '../base/files/content-types.ts';
import { MARKER } from '../base/marker.ts';
import { loadSite } from '../build/site.ts';
import { parseHashes } from '../output/manifest.ts';
import type { SiteOverrides } from '../project/config/types.ts';
import { isMachineFile } from '../render/machine-files.ts';

/** Options of {@link deployPlan}. */
export interface DeployPlanOptions extends Omit<SiteOverrides, 'target'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** The last deployment: its `.cascader-docs` from the store, as a file or an http address. Default: there was none. */
  since?: string;
  /** Seconds before removed files are deleted, because open pages still request them. Default 3600. */
  keep?: number;
}

/**
 * Steps in order: files that pages load, new pages, changed pages, lists of pages, the list of all files, and removed files. Each step
 * must end before the next one starts. Files within a step may be uploaded in parallel.
 */
export type DeployStep = 'assets' | 'new-pages' | 'pages' | 'indexes' | 'manifest' | 'delete';

/** One operation on the store. */
export interface DeployAction {
  step: DeployStep;
  action: 'upload' | 'delete';
  /** Path of the file in the output folder. */
  path: string;
  /** Name in the store: the path without the base of the site. */
  key: string;
  /** Content type of an upload. */
  contentType?: string;
  cacheControl?: string;
  /** Redirect target of an old address: `x-amz-website-redirect-location`. */
  redirect?: string;
  /** Seconds to wait after the end of the previous step. */
  after?: number;
}

/** Operations in order. */
export interface DeployPlan {
  outDir: string;
  actions: DeployAction[];
  /** Number of unchanged files. */
  unchanged: number;
}

/** Default of `keep`: one hour. */
const KEEP = 3600;
/** Files for other hosting providers, which a file store does not use. */
const UNPUBLISHED = new Set(['_redirects', '_headers', '.nojekyll', 'vercel.json']);
/** Search indexes, whose names never change. */
const SEARCH_INDEX = /^~search\/[^/]+\.json$/;

/**
 * Compares an output folder, built with `target: 's3'`, with the last deployment. After every step, the site is complete: a page is
 * uploaded after everything that it loads, and a new page before pages that link to it. Removed files are deleted last.
 */
export async function deployPlan(options: DeployPlanOptions = {}): Promise<DeployPlan> {
  const { root = process.cwd(), since, keep = KEEP, ...overrides } = options;
  const { site } = await loadSite(root, overrides);
  const { outDir, base } = site.config;
  const now = parseHashes(await fs.readFile(path.join(outDir, MARKER), 'utf8').catch(() => ''));
  if (!now)
    throw failure(2, 'unknown-deployment', { case: 'no-store', folder: path.relative(site.root, outDir) || '.' });
  const before = since === undefined ? new Map<string, string>() : await readLast(since, site.root);
  const redirects = await readRedirects(outDir);
  const published = [...now.keys()].filter((file) => !UNPUBLISHED.has(file));
  const changed = published.filter((file) => before.get(file) !== now.get(file));
  const isNew = (file: string): boolean => !before.has(file);
  const keyOf = (file: string): string => withBase(base, `/${file}`).slice(1);
  const upload = (step: DeployStep, file: string): DeployAction => ({
    ...{ step, action: 'upload', path: file, key: keyOf(file) },
    contentType: contentTypeOf(file).type,
    cacheControl: file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    redirect: redirects.get(keyOf(file)),
  });
  const of = (step: DeployStep): string[] => changed.filter((file) => stepOf(file) === step);
  const ordered: [DeployStep, string[]][] = [
    ['assets', of('assets')],
    ['new-pages', of('pages').filter(isNew)],
    ['pages', of('pages').filter((file) => !isNew(file))],
    ['indexes', of('indexes')],
    ['manifest', [MARKER]],
  ];
  const isPage = (file: string): boolean => stepOf(file) !== 'assets';
  const gone = [...before.keys()].filter((file) => !now.has(file) && !UNPUBLISHED.has(file));
  // A page is deleted before the files that it loads.
  const goneInOrder = [...gone.filter(isPage), ...gone.filter((file) => !isPage(file))];
  return {
    outDir,
    unchanged: published.length - changed.length,
    actions: [
      ...ordered.flatMap(([step, files]) => files.map((file) => upload(step, file))),
      ...goneInOrder.map(
        (file): DeployAction => ({ step: 'delete', action: 'delete', path: file, key: keyOf(file), after: keep }),
      ),
    ],
  };
}

function stepOf(file: string): DeployStep {
  if (SEARCH_INDEX.test(file) || isMachineFile(file)) return 'indexes';
  // Markdown versions of pages count as assets, because pages link to them.
  return file.endsWith('.html') && !file.startsWith('assets/') ? 'pages' : 'assets';
}

async function readLast(since: string, root: string): Promise<Map<string, string>> {
  const text = await readText(since, root).catch((error: Error) => {
    throw failure(2, 'unknown-deployment', { case: 'unreadable', since, reason: error.message });
  });
  const hashes = parseHashes(text);
  if (hashes) return hashes;
  throw failure(2, 'unknown-deployment', { case: 'no-hashes', since });
}

async function readText(since: string, root: string): Promise<string> {
  if (!/^https?:\/\//.test(since)) return await fs.readFile(path.resolve(root, since), 'utf8');
  const { status, text } = await fetchText(since);
  if (text === undefined) throw new Error(`the response status was ${status}`);
  return text;
}

/** Returns redirect targets by the key of the redirecting page. */
async function readRedirects(outDir: string): Promise<Map<string, string>> {
  const text = await fs.readFile(path.join(outDir, '_redirects'), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.startsWith('/'));
  return new Map(
    lines.map((line) => {
      const [from = '', to = ''] = line.split(/\s+/);
      const route = decodeURI(from).slice(1);
      return [/\.html?$/.test(route) ? route : `${route}/index.html`, to];
    }),
  );
}
