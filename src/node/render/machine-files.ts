import fs from 'node:fs';
import path from 'node:path';
import { withBase } from '../../shared/base-url.ts';
import { SEARCH_HASH } from '../../shared/dom-contract.ts';
import type { SidebarItem } from '../../shared/entities.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { LIST_ROUTE } from '../../shared/page-data.ts';
import { VERSIONS_MESSAGES, type VersionsData } from '../../shared/versions/script-data.ts';
import { CURRENT_VERSION, PAGE_LISTS, VERSIONS_SCRIPT } from '../../shared/versions/versions.ts';
import { hexHash } from '../base/hash.ts';
import { packageDir } from '../base/package-dir.ts';
import { hasSource } from '../content/generated-pages.ts';
import { hasTwins, machineOutputs } from '../content/machine-outputs.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { FEED_PATH, isChangeLog } from '../project/feeds.ts';
import { languagesOf, withValues } from '../project/languages/interface-strings.ts';
import { libraryVersion } from '../project/libraries.ts';
import { changeLogFeed, folderFeeds } from './feed.ts';
import { twinPath, withoutVersion } from './markdown-twin.ts';
import { type SiteSkill, siteSkill, skillName } from './pack/skill.ts';
import { currentPages } from './page-inputs.ts';
import { urlOf } from './page-url.ts';
import { linkTarget } from './rewrite-links.ts';
import { storyFiles } from './storybook/story-files.ts';

interface MachineContext extends Omit<ListContext, 'config'> {
  site: Site;
}

interface ListContext {
  config: ResolvedConfig;
  compiled: ReadonlyMap<string, CompiledPage>;
  /** Returns the text of a page's Markdown version. */
  twinOf: (page: SourcePage) => string;
}

const WITH_TEXTS = /^(?:llms(?:-full)?\.txt|index\.json|iframe\.html)$|(?:^|\/)feed\.xml$/;

/** Returns true for an output of {@link machineFiles} that contains page text, and therefore changes with every page. */
export function hasPageTexts(output: string): boolean {
  return WITH_TEXTS.test(output);
}

/**
 * Generates {@link machineOutputs} for the current version. A site with other versions also has the script and the
 * lists by which the pages of all versions find each other.
 */
export function machineFiles(loaded: LoadedSite, { site, ...lists }: MachineContext): Map<string, () => string> {
  const { config } = site;
  const context: ListContext = { ...lists, config };
  const { pages } = loaded;
  const describe = (page: SourcePage): string => descriptionOf(context.compiled, page);
  const feedOfChangeLog = (): string => {
    const changeLog = pages.find(({ routePath }) => isChangeLog(routePath, config));
    return changeLog ? changeLogFeed(changeLog, String(context.twinOf(changeLog)), config) : '';
  };
  const generators = new Map<string, () => string>([
    ['sitemap.xml', () => sitemap(pages, config)],
    [FEED_PATH, feedOfChangeLog],
    ...folderFeeds(pages, describe, config),
    ['robots.txt', () => robots(config)],
    ['llms.txt', () => llms(loaded, context)],
    ['llms-full.txt', () => llmsFull(loaded, context)],
    ...storyFiles(loaded, context),
  ]);
  const outputs = new Map<string, () => string>(versionFiles(site, loaded, context.compiled));
  for (const output of machineOutputs(pages, config)) {
    const generate = generators.get(output);
    if (generate) outputs.set(output, generate);
  }
  for (const [output, text] of skillFiles(site)) outputs.set(output, text);
  // Public files of the author are not overridden.
  for (const { output } of loaded.publicFiles) outputs.delete(output);
  return outputs;
}

function sitemap(pages: SourcePage[], config: ResolvedConfig): string {
  const excluded = config.sitemap?.exclude ?? [];
  const isExcluded = (route: string): boolean =>
    excluded.some((entry) => (entry.endsWith('*') ? route.startsWith(entry.slice(0, -1)) : route === entry));
  const urls = pages
    .filter(({ routePath }) => !isExcluded(routePath))
    .map(({ routePath, lastUpdated }) => {
      const date = lastUpdated === undefined ? '' : `<lastmod>${new Date(lastUpdated).toISOString()}</lastmod>`;
      return `<url><loc>${escapeHtml(urlOf(routePath, config))}</loc>${date}</url>\n`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

function robots(config: ResolvedConfig): string {
  const map = config.sitemap ? `\nSitemap: ${urlOf('/sitemap.xml', config)}\n` : '';
  return `User-agent: *\nAllow: /\n${map}`;
}

/** Returns the pages in the order of the sidebars, home pages first and generated pages last, with the titles of their groups. */
function sections({ pages, navigation }: LoadedSite): { title?: string; pages: SourcePage[] }[] {
  const waiting = new Map(pages.filter(hasSource).map((page) => [page.routePath, page]));
  const take = (items: SidebarItem[]): SourcePage[] =>
    items.flatMap(({ link, children }) => {
      const page = link === undefined ? undefined : waiting.get(link);
      if (link !== undefined) waiting.delete(link);
      return [...(page ? [page] : []), ...take(children ?? [])];
    });
  const listed = Object.entries(navigation.sidebars).flatMap(([locale, sidebars]) => {
    const titles = new Map((navigation.nav[locale] ?? []).map(({ activePath, title }) => [activePath, title]));
    return Object.entries(sidebars).flatMap(([path, groups]) =>
      groups.map((group) => ({ title: group.title ?? titles.get(path), pages: take(group.children) })),
    );
  });
  const generated = pages.filter((page) => !hasSource(page));
  return [{ pages: [...waiting.values()] }, ...listed, { pages: generated }].filter(
    (section) => section.pages.length > 0,
  );
}

export function pagesInOrder(loaded: LoadedSite): SourcePage[] {
  return sections(loaded).flatMap(({ pages }) => pages);
}

/** Returns the index that assistants look for, see llmstxt.org. */
function llms(loaded: LoadedSite, context: ListContext): string {
  const { config } = context;
  return pageIndex(loaded, context, {
    urlOf: ({ routePath }) => urlOf(hasTwins(config) ? `/${twinPath(routePath)}` : routePath, config),
  });
}

/** `urlOf` is undefined for a page that is not listed. `notes`: additional paragraphs below the description. */
export function pageIndex(
  loaded: LoadedSite,
  { config, compiled }: Pick<ListContext, 'config' | 'compiled'>,
  { urlOf: url, notes = [] }: { urlOf: (page: SourcePage) => string | undefined; notes?: string[] },
): string {
  const lines = (page: SourcePage): string[] => {
    const about = descriptionOf(compiled, page);
    const target = url(page);
    return target === undefined ? [] : [`- [${page.title}](${linkTarget(target)})${about ? `: ${about}` : ''}`];
  };
  const parts = sections(loaded).flatMap(({ title, pages }) => {
    const listed = pages.flatMap(lines);
    return listed.length > 0 ? [[...(title ? [`## ${title}`, ''] : []), ...listed].join('\n')] : [];
  });
  const about = oneLine(config.description);
  return `${[`# ${config.themeConfig.name}`, ...(about ? [`> ${about}`] : []), ...notes, ...parts].join('\n\n')}\n`;
}

function llmsFull(loaded: LoadedSite, { config, twinOf }: ListContext): string {
  return pagesInOrder(loaded)
    .map((page) => `<!-- ${urlOf(page.routePath, config)} -->\n\n${withoutVersion(twinOf(page))}`)
    .join('\n');
}

function descriptionOf(compiled: ReadonlyMap<string, CompiledPage>, page: SourcePage): string {
  return oneLine(page.frontmatter.description ?? compiled.get(page.sourcePath)?.description);
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function versionFiles(
  site: Site,
  loaded: LoadedSite,
  compiled: ReadonlyMap<string, CompiledPage>,
): Map<string, () => string> {
  const files = new Map<string, () => string>();
  const { versionChoices: versions } = loaded;
  if (!versions) return files;
  files.set(VERSIONS_SCRIPT, () => versionsScript(site, versions));
  files.set(listPath(CURRENT_VERSION), () => JSON.stringify(currentPages(site, loaded, compiled)));
  for (const { id, pages } of versions) if (pages) files.set(listPath(id), () => JSON.stringify(pages));
  return files;
}

function listPath(id: string): string {
  return `${PAGE_LISTS}/${id}.json`;
}

/** The data is in a block around the script, so the page has no global variable. */
function versionsScript(site: Site, versions: NonNullable<LoadedSite['versionChoices']>): string {
  const { base, search, language } = site.config;
  const strings = Object.entries(languagesOf(site)).map(([id, { messages }]) => [
    id,
    Object.fromEntries(
      VERSIONS_MESSAGES.map((message) => [message, withValues(messages[`versions.${message}`] ?? '', {})]),
    ),
  ]);
  const data: VersionsData = {
    versions: versions.map(({ pages: _pages, ...choice }) => choice),
    language,
    strings: Object.fromEntries(strings),
    ...(search && { search: `${withBase(base, LIST_ROUTE)}${SEARCH_HASH}` }),
  };
  const script = fs.readFileSync(path.join(packageDir, 'lib/browser/versions.js'), 'utf8');
  return `{const VERSIONS_DATA=${JSON.stringify(data)};${script.trim()}}\n`;
}

const SKILLS = '.well-known/agent-skills';

/** Returns the skill of a site that documents one library, and the index in which assistants look for it. */
function skillFiles(site: Site): [output: string, () => string][] {
  const { config } = site;
  const library = libraryVersion(site);
  if (!library || config.llms === false) return [];
  const skill = (): SiteSkill =>
    siteSkill({
      ...{ library, title: config.themeConfig.name },
      about: oneLine(config.description),
      hasApi: config.apiParser !== false,
      urlOf: (route) => urlOf(route, config),
    });
  const file = `${skillName(library.name)}/SKILL.md`;
  const index = (): string => {
    const { name, description, text } = skill();
    const entry = { name, type: 'skill-md', description, url: file, digest: `sha256:${hexHash(text)}` };
    const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
    return `${JSON.stringify({ $schema, skills: [entry] }, undefined, 2)}\n`;
  };
  return [
    [`${SKILLS}/index.json`, index],
    [`${SKILLS}/${file}`, () => skill().text],
  ];
}
