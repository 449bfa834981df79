/** Divides the pages of a site into shards, and collects the inputs that each shard needs to render its pages. */

import { hashOf } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import { publicVariables } from '../../bundle/esbuild/environment.ts';
import type { ServerScript } from '../../bundle/types.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createPageIndex } from '../../markdown/page-index.ts';
import type { Site } from '../../project/config/types.ts';
import { isChangeLog } from '../../project/feeds.ts';
import { wholePage } from '../../render/documents.ts';
import { contentsOf, createPageSiteData, NO_CONTENTS } from '../../render/page-inputs.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { BuiltSite, NavigationPlace, PageContents, WholePage } from '../../render/types.ts';
import { toolHash } from '../../store/tool-files.ts';
import { createDigest, createInputsKey } from '../pages/page-key.ts';
import { withoutFunctions } from '../pages/thread-data.ts';
import { divide } from './divide.ts';
import { createForesight } from './foresee.ts';
import { toPortable } from './portable.ts';
import type { ByNumber, PlannedPage, ShardFacts, ShardPage, ShardSidebar } from './types.ts';

/** Inputs that all pages share. */
export interface SharedInputs {
  facts: SiteContext;
  /** The renderer without the modules of pages. */
  renderer: Pick<ServerScript, 'code' | 'pages'>;
  /** The list of all pages, as JSON. */
  allPages: () => string;
}

/** Inputs of shards. */
export interface PlannedSite extends SharedInputs {
  built: BuiltSite;
  /** Pages of text alone, which shards compile. */
  isPlain: (page: SourcePage) => boolean;
}

/**
 * Returns whether `merge` must render a page: it has code, which every shard's renderer would contain; its demos differ in each
 * build; or it is a home page or the change log, which are few.
 */
export function isLeft(page: SourcePage, { site, compiled }: Pick<BuiltSite, 'site' | 'compiled'>): boolean {
  const parts = withTabs(page).flatMap(({ sourcePath }) => compiled.get(sourcePath) ?? []);
  const { hero, features } = page.frontmatter;
  if (hero !== undefined || features !== undefined || isChangeLog(page.routePath, site.config)) return true;
  return parts.some(({ module, demos }) => module !== undefined || demos.some(({ volatile }) => volatile));
}

/** The shards of a site. */
export interface Shards {
  /** Number of pages of each shard. */
  sizes: number[];
  /**
   * Returns the data of a shard, line by line. It does not depend on the site's folder, and is the same as long as nothing in the
   * shard changes.
   */
  lines(shard: number): Iterable<string>;
}

/** Divides a site into shards. The inputs of a page are read and collected when its line is requested. */
export function planShards({ built, isPlain, ...shared }: PlannedSite, count: number): Shards {
  const { site, loaded, compiled } = built;
  const shards = Array.from({ length: count }, (): SourcePage[] => []);
  const pages = loaded.pages.filter((page) => !isLeft(page, built));
  const numbers = divide(
    pages.map(({ sourcePath }) => sourcePath),
    count,
  );
  for (const [at, page] of pages.entries()) shards[numbers[at] as number]?.push(page);
  const foresee = createForesight(createPageIndex(loaded.pages), { site, texts: loaded.texts });
  const describe = createPageInputs(site, loaded, isPlain);
  const first = shardFacts(site, shared);
  function* lines(shard: number): Generator<string> {
    yield `${first}\n`;
    const sidebars = new Map<object, number>();
    for (const page of shards[shard] ?? []) {
      const whole = wholePage(page, compiled);
      const { key, place, rendered } = describe(whole, isPlain(page) ? NO_CONTENTS : contentsOf(whole, built));
      const { fallbacks, ...own } = place;
      for (const { sidebar } of [own, ...(fallbacks ?? [])]) {
        if (sidebars.has(sidebar)) continue;
        sidebars.set(sidebar, sidebars.size);
        yield line({ sidebar });
      }
      const byNumber = <Place extends NavigationPlace>({ sidebar, ...rest }: Place): ByNumber<Place> => {
        return { ...rest, sidebar: sidebars.get(sidebar) as number };
      };
      const planned: ShardPage = {
        page: withoutLook(page),
        sources: withTabs(page).map(({ look }) => look.hash),
        place: { ...byNumber(own), fallbacks: fallbacks?.map(byNumber) },
        key,
        ...(rendered ? { compiled: rendered } : { answers: foresee(whole.page) }),
      };
      yield line(planned);
    }
  }
  const line = (data: ShardSidebar | ShardPage): string => `${toPortable(data, site.root)}\n`;
  return { sizes: shards.map(({ length }) => length), lines };
}

/** Creates a function that returns the inputs of a page other than its text, and their key. */
export function createPageInputs(site: Site, loaded: LoadedSite, isPlain: PlannedSite['isPlain']) {
  const placeOf = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
  const inputsKey = createInputsKey(createDigest(site));
  return (whole: WholePage, contents: PageContents) => {
    const place = placeOf(whole);
    const rendered = isPlain(whole.page) ? undefined : compiledPage(whole, contents);
    const inputs = { ...(rendered?.contents ?? NO_CONTENTS), ...place };
    return { place, rendered, key: inputsKey(whole.page.routePath, inputs, rendered?.parts) };
  };
}

/** Returns the first line of a shard's data, which is the same for all shards: the inputs that all pages share. */
export function shardFacts(site: Site, { facts, renderer, allPages }: SharedInputs): string {
  const { site: _site, ...shared } = facts;
  const first: ShardFacts = {
    maker: makerOf(site, renderer.code),
    overrides: { base: site.config.base, target: site.config.target },
    facts: shared,
    ...(renderer.pages ? { allPages: allPages() } : {}),
  };
  return toPortable(first, site.root);
}

/** Returns a compiled page without data that rendering does not need, such as file names, some of which exist only on this machine. */
function compiledPage({ parts }: WholePage, contents: PageContents): NonNullable<ShardPage['compiled']> {
  return {
    parts: parts.map((part) => ({
      ...part,
      dependencies: [],
      assets: [],
      checkedBlocks: [],
      diagnostics: [],
      links: [],
    })),
    contents: {
      ...contents,
      demos: contents.demos.map((demo) => ({
        ...demo,
        files: [],
        module: demo.module && { ...demo.module, sheets: [] },
      })),
    },
  };
}

/**
 * Returns a hash of the tool, the renderer and the configuration. If it is equal on two machines, they render the same pages from
 * the same inputs.
 */
export function makerOf(site: Site, renderer: string): string {
  const { outDir: _outDir, cacheDir: _cacheDir, server: _server, ...config } = withoutFunctions(site).config;
  const { workspace, allowed: _allowed, ...rest } = site;
  const settings = JSON.stringify({ ...rest, config });
  const folders = [packageDir, site.root, site.projectRoot, workspace?.root ?? site.projectRoot];
  folders.sort((a, b) => b.length - a.length);
  const portable = folders.reduce((text, folder) => text.replaceAll(folder, ''), settings + renderer);
  // Packages have different paths on each machine. Their code is part of the renderer.
  const withoutPackages = portable.replace(/file:\/\/[^"']*node_modules/g, '');
  return hashOf(
    JSON.stringify([toolHash(), process.version, process.versions.icu, publicVariables(), withoutPackages]),
  );
}

/** Returns a page without data derived from its text, so that the result is the same whether the text is in memory or not. */
function withoutLook({ look: _look, ...page }: SourcePage): PlannedPage {
  return { ...page, tabs: page.tabs.map((tab) => ({ ...tab, page: withoutLook(tab.page) })) };
}
