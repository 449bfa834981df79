import type { SidebarItem } from '../../shared/entities.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { TextParts } from '../base/text-parts.ts';
import { hasSource } from '../content/generated-pages.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { addressOf } from './address.ts';
import { changeLogFeed, FEED_PATH, folderFeeds, isChangeLog } from './feed.ts';
import { hasTwins, twinPath } from './markdown-twin.ts';

/** Inputs of the lists of pages. */
interface MachineContext {
  config: ResolvedConfig;
  /** Compiled pages by source path. */
  compiled: Map<string, CompiledPage>;
  /** Returns the text of a page's Markdown twin. */
  twinOf: (page: SourcePage) => string;
}

/** Files that contain texts of pages. */
const WITH_TEXTS = /^llms(?:-full)?\.txt$|(?:^|\/)feed\.xml$/;

/** Returns true for an output of {@link machineFiles} that contains texts of pages, so it changes with each of them. */
export function hasPageTexts(output: string): boolean {
  return WITH_TEXTS.test(output);
}

/** Returns true for an output of {@link machineFiles}. */
export function isMachineFile(output: string): boolean {
  return hasPageTexts(output) || output === 'sitemap.xml' || output === 'robots.txt';
}

/**
 * Returns the outputs for search engines, feed readers and assistants: `sitemap.xml` and feeds if the host is known, and
 * `robots.txt` for a site at the root of its host. `llms.txt` and `llms-full.txt` are in the order of the sidebars; the latter
 * requires Markdown twins.
 */
export function machineFiles(loaded: LoadedSite, context: MachineContext): Map<string, () => string | TextParts> {
  const { config } = context;
  const outputs = new Map<string, () => string | TextParts>();
  if (config.sitemap) outputs.set('sitemap.xml', () => sitemap(loaded.pages, config));
  const changeLog = loaded.pages.find(({ routePath }) => isChangeLog(routePath, config));
  if (changeLog) outputs.set(FEED_PATH, () => changeLogFeed(changeLog, String(context.twinOf(changeLog)), config));
  const describe = (page: SourcePage): string => descriptionOf(context.compiled, page);
  for (const [output, feed] of folderFeeds(loaded.pages, describe, config)) outputs.set(output, feed);
  if (config.base === '/') outputs.set('robots.txt', () => robots(config));
  if (config.llms) {
    outputs.set('llms.txt', () => llms(loaded, context));
    if (hasTwins(config)) outputs.set('llms-full.txt', () => llmsFull(loaded, context));
  }
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
      return `<url><loc>${escapeHtml(addressOf(routePath, config))}</loc>${date}</url>\n`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

function robots(config: ResolvedConfig): string {
  const map = config.sitemap ? `\nSitemap: ${addressOf('/sitemap.xml', config)}\n` : '';
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

/** Returns the index that assistants look for, see llmstxt.org. */
function llms(loaded: LoadedSite, { config, compiled }: MachineContext): string {
  const line = (page: SourcePage): string => {
    const about = descriptionOf(compiled, page);
    const address = addressOf(hasTwins(config) ? `/${twinPath(page.routePath)}` : page.routePath, config);
    return `- [${page.title}](${address})${about ? `: ${about}` : ''}`;
  };
  const parts = sections(loaded).map(({ title, pages }) =>
    [...(title ? [`## ${title}`, ''] : []), ...pages.map(line)].join('\n'),
  );
  const about = oneLine(config.description);
  return `${[`# ${config.themeConfig.name}`, ...(about ? [`> ${about}`] : []), ...parts].join('\n\n')}\n`;
}

function* llmsFull(loaded: LoadedSite, { config, twinOf }: MachineContext): Generator<string> {
  let between = '';
  for (const page of sections(loaded).flatMap(({ pages }) => pages)) {
    yield `${between}<!-- ${addressOf(page.routePath, config)} -->\n\n${twinOf(page)}`;
    between = '\n';
  }
}

function descriptionOf(compiled: Map<string, CompiledPage>, page: SourcePage): string {
  return oneLine(page.frontmatter.description ?? compiled.get(page.sourcePath)?.description);
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
