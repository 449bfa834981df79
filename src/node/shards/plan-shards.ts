/** Divides the pages of a site, and puts together what each shard needs to make its own. */

import { hashOf } from '../cache/observe-reads.ts';
import { toolHash } from '../cache/tool-files.ts';
import { createPageIndex } from '../compile/page-index.ts';
import type { Site } from '../config/types.ts';
import { createNavigationLookup } from '../load/navigation-lookup.ts';
import type { SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import { withoutFunctions } from '../pages/thread-data.ts';
import { wholePage } from '../prerender/documents.ts';
import { isChangeLog } from '../prerender/feed.ts';
import { contentsOf, createPlaces } from '../prerender/page-record.ts';
import type { SiteFacts } from '../prerender/render-page.ts';
import type { BuiltSite, NavigationPlace, PageContents, WholePage } from '../prerender/types.ts';
import { withTabs } from '../with-tabs.ts';
import { divide } from './divide.ts';
import { foresee } from './foresee.ts';
import { toPortable } from './portable.ts';
import type { ByNumber, Shard, ShardPage } from './types.ts';

/** What shards are made of. */
export interface PlannedSite {
  built: BuiltSite;
  facts: SiteFacts;
  /** Code of the renderer without pages of its own. */
  renderer: string;
  /** Pages of text alone, which shards compile. */
  isPlain: (page: SourcePage) => boolean;
}

/**
 * Whether a page is made where all is known: it has code of its own, which would stand in every shard's renderer; its demos
 * show another thing each time; or it is one of the few that are like no other, a home page or the change log.
 */
function isLeft(page: SourcePage, { site, compiled }: BuiltSite): boolean {
  const parts = withTabs(page).flatMap(({ sourcePath }) => compiled.get(sourcePath) ?? []);
  const { hero, features } = page.frontmatter;
  if (hero !== undefined || features !== undefined || isChangeLog(page.routePath, site.config)) return true;
  return parts.some(({ module, demos }) => module !== undefined || demos.some(({ volatile }) => volatile));
}

/** The shards of a site as text: the same text wherever the site lies, as long as nothing in the shard has changed. */
export function planShards({ built, facts, renderer, isPlain }: PlannedSite, count: number): string[] {
  const { site, loaded, compiled } = built;
  const pages = loaded.pages.filter((page) => !isLeft(page, built));
  const numbers = divide(
    pages.map(({ sourcePath }) => sourcePath),
    count,
  );
  const index = createPageIndex(loaded.pages);
  const placeOf = createPlaces(site, loaded, createNavigationLookup(loaded.navigation));
  const { site: _site, ...shared } = facts;
  const maker = makerOf(site, renderer);
  return Array.from({ length: count }, (_, number) => {
    const own = pages.filter((_page, at) => numbers[at] === number);
    const sidebars = new Map<object, number>();
    const byNumber = <Place extends NavigationPlace>({ sidebar, ...place }: Place): ByNumber<Place> => {
      if (!sidebars.has(sidebar)) sidebars.set(sidebar, sidebars.size);
      return { ...place, sidebar: sidebars.get(sidebar) as number };
    };
    const shardPages = own.map((page): ShardPage => {
      const files = withTabs(page);
      const whole = wholePage(page, compiled);
      const { fallbacks, ...place } = placeOf(whole);
      return {
        page: withoutText(page),
        sources: files.map(({ source }) => hashOf(source)),
        place: { ...byNumber(place), fallbacks: fallbacks?.map(byNumber) },
        compiled: isPlain(page) ? undefined : compiledPage(whole, contentsOf(whole, built)),
      };
    });
    const shard: Shard = {
      maker,
      overrides: { base: site.config.base, target: site.config.target },
      facts: shared,
      pages: shardPages,
      sidebars: [...sidebars.keys()] as Shard['sidebars'],
      answers: foresee(own.filter(isPlain).flatMap(withTabs), index, site),
    };
    return toPortable(shard, site.root);
  });
}

/** A page that is compiled, without what nobody needs who makes it: names of files, of which some lie nowhere but here. */
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

/** Tells makers of pages apart: what they were given, they make the same of it where this is the same. */
export function makerOf(site: Site, renderer: string): string {
  const { outDir: _outDir, cacheDir: _cacheDir, server: _server, ...config } = withoutFunctions(site).config;
  const { workspace, allowed: _allowed, ...rest } = site;
  const settings = JSON.stringify({ ...rest, config });
  const folders = [packageDir, site.root, site.projectRoot, workspace?.root ?? site.projectRoot];
  folders.sort((a, b) => b.length - a.length);
  const portable = folders.reduce((text, folder) => text.replaceAll(folder, ''), settings + renderer);
  // Packages lie elsewhere, and are those of the renderer.
  const withoutPackages = portable.replace(/file:\/\/[^"']*node_modules/g, '');
  return hashOf(JSON.stringify([toolHash(), process.version, process.versions.icu, withoutPackages]));
}

function withoutText(page: SourcePage): SourcePage {
  const tabs = page.tabs.map((tab) => ({ ...tab, page: withoutText(tab.page) }));
  return { ...page, source: '', tabs };
}
