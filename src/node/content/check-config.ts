import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { isExternal } from '../../shared/base-url.ts';
import type { NavItem, SidebarItem } from '../../shared/entities.ts';
import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import { rulesFiles } from '../project/config/targets.ts';
import type { Site } from '../project/config/types.ts';
import { feedDate, feedsOf } from '../project/feeds.ts';
import { isInVersion } from '../project/versions/archived-files.ts';
import { archivedVersions } from '../project/versions/names.ts';
import { machineOutputs } from './machine-outputs.ts';
import { locateFrontmatter } from './page-texts.ts';
import type { LoadedSite } from './types.ts';

/**
 * Checks pages in navigation and sidebars (CD221), files of the site (CD222), theme, modules, fonts and icons (CD223),
 * and requirements for share images (CD224). External URLs are not checked.
 */
export function checkConfig(
  site: Site,
  { pages, publicFiles, versions }: Pick<LoadedSite, 'pages' | 'publicFiles' | 'versions'>,
): Diagnostic[] {
  const { themeConfig, favicons, headScripts, scripts, styles } = site.config;
  const files = new Set(publicFiles.map(({ output }) => `/${output}`));
  const checkLink = createConfigLinkCheck(site, { pages, publicFiles, versions });
  const links = [
    ...navItems(themeConfig.nav),
    ...Object.values(themeConfig.sidebar).flatMap((groups) => groups.flatMap((group) => sidebarLinks(group.children))),
  ];
  const urls = [
    themeConfig.logo || '',
    ...favicons,
    ...[...headScripts, ...scripts].map((script) => (typeof script === 'string' ? script : (script.src ?? ''))),
    ...styles.map((style) => (typeof style === 'string' ? style : (style.href ?? ''))),
  ];
  return [
    ...missingFiles(site),
    ...missingForImages(site),
    ...links.filter(isOwnPath).flatMap((link) => checkLink(link, at(site, link))),
    ...urls
      .filter((url) => isOwnPath(url) && !/[\s;{(]/.test(url) && !files.has(pathOf(url)))
      .map((url) =>
        createDiagnostic('missing-public-file', { url, nearest: nearestName(url, files) }, { location: at(site, url) }),
      ),
  ];
}

/** Reports themes, fonts, icons and demo modules that do not exist (CD223). */
function missingFiles(site: Site): Diagnostic[] {
  const { themeConfig, prerender, demo } = site.config;
  const { font, socialLinks } = themeConfig;
  const fonts = font === false ? [] : [font.sans?.src, font.mono?.src];
  const isMissing = (file: string | undefined): file is string => file !== undefined && !existsSync(file);
  const isNoFile = (file: string | undefined): file is string =>
    file !== undefined && !statSync(file, { throwIfNoEntry: false })?.isFile();
  return [
    ...findMissingTheme(site),
    ...[prerender, demo.setup].filter(isNoFile).map((file) => missingFile(site, 'module', file)),
    ...fonts.filter(isMissing).map((file) => missingFile(site, 'font', file)),
    ...socialLinks
      .map(({ icon }) => icon)
      .filter(isMissing)
      .map((file) => missingFile(site, 'icon', file)),
  ];
}

/** Reports a theme that does not exist (CD223). */
export function findMissingTheme(site: Site): Diagnostic[] {
  const { theme } = site.config;
  return theme === undefined || isModule(theme) ? [] : [missingFile(site, 'theme', theme)];
}

function missingFile(site: Site, kind: 'theme' | 'module' | 'font' | 'icon', file: string): Diagnostic {
  const folder = dirname(file);
  const nearest = nearestName(basename(file), existsSync(folder) ? readdirSync(folder) : []);
  const { configSource = '' } = site;
  // Finds the path as the author wrote it: the string that ends with the file name.
  const written =
    /['"`]([^'"`\n]*)$/.exec(configSource.slice(0, Math.max(configSource.indexOf(basename(file)), 0)))?.[1] ?? '';
  return createDiagnostic(
    'missing-configured-file',
    { kind, file: relative(site.root, file), nearest },
    { location: at(site, written + basename(file)) },
  );
}

function isModule(filePath: string): boolean {
  const found = statSync(filePath, { throwIfNoEntry: false });
  return found?.isDirectory()
    ? readdirSync(filePath).some((name) => /^index\.[cm]?[jt]sx?$/.test(name))
    : found !== undefined;
}

function missingForImages(site: Site): Diagnostic[] {
  const { shareImages, sitemap } = site.config;
  if (!shareImages) return [];
  const { font } = shareImages;
  const name = '@resvg/resvg-js';
  const isInstalled = [site.root, site.projectRoot].some((folder) => {
    try {
      return createRequire(join(folder, 'package.json')).resolve(name) !== '';
    } catch {
      return false;
    }
  });
  const location = at(site, 'shareImages', ['']);
  const missing: DataOf<'incomplete-share-images'>[] = [
    ...(existsSync(font) ? [] : [{ case: 'font', file: relative(site.root, font) } as const]),
    ...(isInstalled ? [] : [{ case: 'package', name } as const]),
    ...(sitemap ? [] : [{ case: 'hostname' } as const]),
  ];
  return missing.map((data) => createDiagnostic('incomplete-share-images', data, { location }));
}

function isOwnPath(link: string): boolean {
  return link.startsWith('/') && !isExternal(link);
}

function navItems(nav: Site['config']['themeConfig']['nav']): string[] {
  if (!nav) return [];
  const lists = Array.isArray(nav)
    ? [nav]
    : 'mode' in nav && Array.isArray(nav.value)
      ? [nav.value]
      : Object.values(nav);
  return lists.flatMap((items) => (Array.isArray(items) ? navLinks(items) : []));
}

function navLinks(items: NavItem[]): string[] {
  return items.flatMap(({ link, children = [] }) => [...(link ? [link] : []), ...navLinks(children)]);
}

function sidebarLinks(items: SidebarItem[]): string[] {
  return items.flatMap(({ link, children = [] }) => [...(link ? [link] : []), ...sidebarLinks(children)]);
}

/** Returns the start of the configuration file if the string is not found; undefined without a configuration file. */
function at({ configFile, configSource = '' }: Site, value: string, quotes = ["'", '"', '`']): Location | undefined {
  if (!configFile) return undefined;
  const offset = quotes.map((quote) => configSource.indexOf(quote + value + quote)).find((found) => found !== -1);
  return locate(
    configFile,
    configSource,
    offset === undefined ? 0 : offset + (quotes[0]?.length ?? 0),
    offset === undefined ? 1 : value.length,
  );
}

/** Reports feeds that cannot be written (CD233), and invalid dates in front matter (CD234). */
export function checkFeeds(site: Site, { pages, texts }: Pick<LoadedSite, 'pages' | 'texts'>): Diagnostic[] {
  const { config } = site;
  const inFeeds = pages.map((page) => ({ page, folders: feedsOf(page.routePath, config).map(({ folder }) => folder) }));
  const missing =
    config.feed.length > 0 && !config.sitemap
      ? [createDiagnostic('incomplete-feed', { case: 'hostname' }, { location: at(site, 'feed', ['']) })]
      : [];
  const empty = config.feed
    .filter(({ folder }) => !inFeeds.some(({ folders }) => folders.includes(folder)))
    .map(({ folder }) =>
      createDiagnostic('incomplete-feed', { case: 'no-pages', folder }, { location: at(site, folder) }),
    );
  const wrongDates = inFeeds
    .filter(({ folders, page }) => folders.length > 0 && page.frontmatter.date !== undefined)
    .filter(({ page }) => feedDate(page.frontmatter.date) === undefined)
    .map(({ page }) =>
      createDiagnostic(
        'page-not-in-feed',
        { route: page.routePath },
        { location: locateFrontmatter(page, texts).date },
      ),
    );
  return [...missing, ...empty, ...wrongDates];
}

/** Reports public files that replace generated files with the rules of archived versions (CD871). */
export function checkHostFiles(
  { config }: Site,
  { publicFiles, versions }: Pick<LoadedSite, 'publicFiles' | 'versions'>,
): Diagnostic[] {
  const own = new Set(publicFiles.map(({ output }) => output));
  const files = rulesFiles(config.target);
  const ids = new Map<string, Set<string>>();
  for (const { id, headers = [], redirects = [] } of archivedVersions(versions)) {
    const needed = [headers.length > 0 && files.headers, redirects.length > 0 && files.redirects];
    for (const file of needed) if (file && own.has(file)) ids.set(file, (ids.get(file) ?? new Set()).add(id));
  }
  return Array.from(ids, ([file, concerned]) => createDiagnostic('own-host-file', { file, ids: [...concerned] }));
}

/** Reports dead links (CD221), as warnings with `deadLinks: 'warn'`. URLs on other sites are ignored. */
export function createConfigLinkCheck(
  { config }: Pick<Site, 'config'>,
  { pages, publicFiles, versions }: Pick<LoadedSite, 'pages' | 'publicFiles' | 'versions'>,
): (link: string, location: Location | undefined) => Diagnostic[] {
  const routes = new Set(pages.map(({ routePath }) => routePath));
  const files = new Set([...publicFiles.map(({ output }) => output), ...machineOutputs(pages, config)]);
  const severity = config.deadLinks === 'warn' ? 'warning' : 'error';
  const isThere = (link: string): boolean => {
    const path = pathOf(link);
    return (
      routes.has(path) ||
      files.has(path.slice(1)) ||
      link.startsWith('/~') ||
      isInVersion(versions, path, (route) => routes.has(route))
    );
  };
  return (link, location) => {
    if (isExternal(link) || (link.startsWith('/') && isThere(link))) return [];
    return [createDiagnostic('dead-config-link', { link, nearest: nearestName(link, routes) }, { severity, location })];
  };
}

/** Returns the path of a URL, without a trailing slash. */
function pathOf(link: string): string {
  const path = link.split(/[?#]/, 1)[0] ?? '';
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
