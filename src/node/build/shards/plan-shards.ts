/** Divides the pages of a site into shards, and collects the inputs that each shard needs to render its pages. */

import { hashOf } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { ServerScript } from '../../bundle/types.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createPageIndex } from '../../markdown/page-index.ts';
import type { Site } from '../../project/config/types.ts';
import { wholePage } from '../../render/documents.ts';
import { isChangeLog } from '../../render/feed.ts';
import { contentsOf, createPageSiteData } from '../../render/page-inputs.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { BuiltSite, NavigationPlace, PageContents, WholePage } from '../../render/types.ts';
import { toolHash } from '../../store/tool-files.ts';
import { withoutFunctions } from '../pages/thread-data.ts';
import { divide } from './divide.ts';
import { createForesight } from './foresee.ts';
import { toPortable } from './portable.ts';
import type { Answers, ByNumber, PlannedPage, ShardFacts, ShardPage, ShardSidebar } from './types.ts';

/** Inputs of shards. */
export interface PlannedSite {
  built: BuiltSite;
  facts: SiteContext;
  /** The renderer without the modules of pages. */
  renderer: Pick<ServerScript, 'code' | 'pages'>;
  /** The list of all pages, as JSON. */
  allPages: () => string;
  /** Pages of text alone, which shards compile. */
  isPlain: (page: SourcePage) => boolean;
}

/**
 * Returns whether `merge` must render a page: it has code, which every shard's renderer would contain; its demos differ in each
 * build; or it is a home page or the change log, which are few.
 */
function isLeft(page: SourcePage, { site, compiled }: BuiltSite): boolean {
  const parts = withTabs(page).flatMap(({ sourcePath }) => compiled.get(sourcePath) ?? []);
  const { hero, features } = page.frontmatter;
  if (hero !== undefined || features !== undefined || isChangeLog(page.routePath, site.config)) return true;
  return parts.some(({ module, demos }) => module !== undefined || demos.some(({ volatile }) => volatile));
}

/** The shards of a site. */
export interface Shards {
  /** Number of pages of each shard. */
  sizes: number[];
  /** Pages of a shard, in their order. */
  pages(shard: number): SourcePage[];
  /** Returns the answers to the queries that a page of text alone may make. */
  answersOf(page: SourcePage): Answers;
  /**
   * Returns the data of a shard, line by line. It does not depend on the site's folder, and is the same as long as nothing in the
   * shard changes.
   */
  lines(shard: number): Iterable<string>;
}

/** Divides a site into shards. The inputs of a page are read and collected when its line is requested. */
export function planShards({ built, facts, renderer, allPages, isPlain }: PlannedSite, count: number): Shards {
  const { site, loaded, compiled } = built;
  const shards = Array.from({ length: count }, (): SourcePage[] => []);
  const pages = loaded.pages.filter((page) => !isLeft(page, built));
  const numbers = divide(
    pages.map(({ sourcePath }) => sourcePath),
    count,
  );
  for (const [at, page] of pages.entries()) shards[numbers[at] as number]?.push(page);
  const foresee = createForesight(createPageIndex(loaded.pages), { site, texts: loaded.texts });
  const placeOf = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
  const { site: _site, ...shared } = facts;
  const first: ShardFacts = {
    maker: makerOf(site, renderer.code),
    overrides: { base: site.config.base, target: site.config.target },
    facts: shared,
    ...(renderer.pages ? { allPages: allPages() } : {}),
  };
  function* lines(shard: number): Generator<string> {
    yield line(first);
    const sidebars = new Map<object, number>();
    for (const page of shards[shard] ?? []) {
      const whole = wholePage(page, compiled);
      const { fallbacks, ...place } = placeOf(whole);
      for (const { sidebar } of [place, ...(fallbacks ?? [])]) {
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
        place: { ...byNumber(place), fallbacks: fallbacks?.map(byNumber) },
        ...(isPlain(page)
          ? { answers: foresee(whole.page) }
          : { compiled: compiledPage(whole, contentsOf(whole, built)) }),
      };
      yield line(planned);
    }
  }
  const line = (data: ShardFacts | ShardSidebar | ShardPage): string => `${toPortable(data, site.root)}\n`;
  return {
    sizes: shards.map(({ length }) => length),
    pages: (shard) => shards[shard] ?? [],
    answersOf: foresee,
    lines,
  };
}

/** Returns a compiled page without data that rendering does not need, such as file names, some of which exist only on this machine. */
function compiledPage({ parts }: WholePage, contents: PageContents): ShardPage['compiled'] {
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
  // Packages have other paths on another machine. Their code is in the renderer.
  const withoutPackages = portable.replace(/file:\/\/[^"']*node_modules/g, '');
  return hashOf(JSON.stringify([toolHash(), process.version, process.versions.icu, withoutPackages]));
}

/** Returns a page without data derived from its text, so that the result is the same whether the text is in memory or not. */
function withoutLook({ look: _look, ...page }: SourcePage): PlannedPage {
  return { ...page, tabs: page.tabs.map((tab) => ({ ...tab, page: withoutLook(tab.page) })) };
}
