import fs from 'node:fs/promises';
import path from 'node:path';
import { withBase } from '../../../../shared/base-url.ts';
import { PAGE_DATA_ID, type PageData } from '../../../../shared/page-data.ts';
import { toPosix } from '../../../base/files/paths.ts';
import { hashOf } from '../../../base/hash.ts';
import type { OutputContent, Outputs } from '../../../dev/server/responses.ts';
import type { Site } from '../../../project/config/types.ts';
import { buildAt } from '../../checkout/build-at.ts';
import type { OtherSide } from '../../checkout/resolve-other-side.ts';
import { serve } from '../serve.ts';
import { findScreenshotSet, readScreenshotSet } from './read-screenshot-set.ts';
import type { ScreenshotSet } from './screenshot-set.ts';
import type { CapturedDemo } from './take/take-screenshots.ts';
import { type TakeSetOptions, takeSet } from './take/take-set.ts';

export interface OtherScreenshotsOptions {
  site: Site;
  demos: readonly CapturedDemo[];
  /** True if `demos` contains all demos of the site. Only in that case, screenshots of removed demos are needed, too. */
  isWhole: boolean;
  /** Absolute path of a folder for screenshots that must be taken first. */
  cache: string;
  take: Omit<TakeSetOptions, 'folder'>;
  onBuild?: ((commit: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns the screenshots to compare with. Screenshots of a commit are cached. */
export async function otherScreenshots(other: OtherSide, options: OtherScreenshotsOptions): Promise<ScreenshotSet> {
  const { site, demos, isWhole, cache, take, onBuild, signal } = options;
  switch (other.is) {
    case 'screenshots':
      return await readScreenshotSet(other.folder);
    case 'nothing':
      return { folder: other.folder, identity: take.identity, screenshots: [] };
    case 'url': {
      const base = new URL(other.url);
      const published = demos.map((demo) => ({ ...demo, url: new URL(demoPath(demo), withSlash(base)).href }));
      const answers = await Promise.all(published.map(async ({ url }) => (await fetch(url, { signal })).ok));
      const existing = published.filter((_demo, index) => answers[index]);
      return (await takeSet(existing, { ...take, folder: path.join(cache, 'published') })).set;
    }
    case 'site':
      return await screenshotsOfFolder(other.folder, path.join(cache, 'other'), options);
    case 'commit': {
      const { widths, colors, identity } = take;
      const variants = demos.map(({ demo, options: own }) => [demo, own]);
      const digest = hashOf(JSON.stringify([identity, widths, colors, variants, isWhole])).slice(0, 12);
      const folder = path.join(cache, `${other.commit.slice(0, 10)}-${digest}`);
      const known = await findScreenshotSet(folder);
      if (known) return known;
      onBuild?.(other.commit);
      const built = await buildAt(site, other.commit, { ...(signal && { signal }) });
      return await screenshotsOfFolder(built.folder, folder, options);
    }
  }
}

async function screenshotsOfFolder(
  folder: string,
  target: string,
  { site: { config }, demos, isWhole, take }: OtherScreenshotsOptions,
): Promise<ScreenshotSet> {
  const outputs = await outputsIn(folder);
  const server = await serve(outputs, config.base);
  const { origin } = new URL(server.url);
  try {
    const listed = await demosIn(outputs);
    const wanted = listed.flatMap((demo): CapturedDemo[] => {
      const known = demos.find((one) => one.demo === demo.demo);
      const url = origin + withBase(config.base, `/${demoPath(demo)}`);
      return known || isWhole ? [{ ...demo, ...known, url }] : [];
    });
    return (await takeSet(wanted, { ...take, folder: target })).set;
  } finally {
    await server.close();
  }
}

/** Returns the files of a built site. */
export async function outputsIn(folder: string): Promise<Outputs> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(files.map((file) => [toPosix(path.relative(folder, file)), () => fs.readFile(file)]));
}

async function demosIn(outputs: Outputs): Promise<Omit<CapturedDemo, 'url'>[]> {
  return await Promise.all(
    demoFilesIn(outputs).map(async ({ id, content }) => {
      const { title, parent } = pageDataIn(String(typeof content === 'function' ? await content() : content));
      return { demo: id, ...(title !== undefined && { title }), route: parent?.href ?? '/' };
    }),
  );
}

/** Returns the documents of the demos in a built site. */
export function demoFilesIn(outputs: Outputs): { id: string; content: OutputContent }[] {
  return Array.from(outputs).flatMap(([output, content]) => {
    const [, id] = /^~demos\/([^/]+?)(?:\/index)?\.html$/.exec(output) ?? [];
    return id === undefined ? [] : [{ id, content }];
  });
}

/** Returns the page data in a document. In documents of other versions of this package, some data may be missing. */
export function pageDataIn(html: string): Partial<PageData> {
  const [, json = '{}'] = new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`, 's').exec(html) ?? [];
  return JSON.parse(json) as Partial<PageData>;
}

function demoPath({ demo }: Pick<CapturedDemo, 'demo'>): string {
  return `~demos/${demo}`;
}

function withSlash(url: URL): URL {
  return url.pathname.endsWith('/') ? url : new URL(`${url.origin}${url.pathname}/`);
}
