import { escapeHtml } from '../../shared/escape-html.ts';
import type { SourcePage } from '../content/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { FEED_PATH, type FolderFeed, feedDate, feedsOf } from '../project/feeds.ts';
import { urlOf } from './page-url.ts';

/** Maximum number of entries, since feed readers fetch the feed often. */
const MOST_ENTRIES = 50;

/** Returns a feed with an entry for each release with a date in its heading, or on a separate line below. */
export function changeLogFeed(page: SourcePage, markdown: string, config: ResolvedConfig): string {
  const entries = releasesOf(markdown).map(({ title, date, text }) => ({
    title,
    route: page.routePath,
    hash: `#${slug(title)}`,
    updated: `${date}T00:00:00Z`,
    text,
  }));
  const title = `${config.themeConfig.name}: ${page.title}`;
  return atomFeed({ title, route: page.routePath, output: FEED_PATH, entries }, config);
}

/** Returns Atom feeds of folders by output path: pages with a date in front matter, the newest first, with their descriptions. */
export function folderFeeds(
  pages: readonly SourcePage[],
  descriptionOf: (page: SourcePage) => string,
  config: ResolvedConfig,
): Map<string, () => string> {
  const feeds = new Map<string, { feed: FolderFeed; pages: SourcePage[] }>();
  for (const page of config.sitemap ? pages : []) {
    for (const feed of feedsOf(page.routePath, config)) {
      const known = feeds.get(feed.output) ?? { feed, pages: [] };
      feeds.set(feed.output, known);
      // The page at the folder's URL is not an entry: it lists the other pages.
      if (page.routePath !== feed.route) known.pages.push(page);
    }
  }
  const entryOf = (page: SourcePage): FeedEntry[] => {
    const updated = feedDate(page.frontmatter.date);
    return updated ? [{ title: page.title, route: page.routePath, updated, text: descriptionOf(page) }] : [];
  };
  const isOlder = (one: FeedEntry, other: FeedEntry): number => Date.parse(other.updated) - Date.parse(one.updated);
  return new Map(
    Array.from(feeds, ([output, { feed, pages: own }]) => [
      output,
      () => atomFeed({ ...feed, lang: feed.locale.id, entries: own.flatMap(entryOf).sort(isOlder) }, config),
    ]),
  );
}

interface FeedEntry {
  title: string;
  route: string;
  hash?: string;
  /** RFC 3339. */
  updated: string;
  text: string;
}

interface Feed {
  title: string;
  route: string;
  output: string;
  lang?: string;
  entries: FeedEntry[];
}

function atomFeed({ title, route, output, lang, entries }: Feed, config: ResolvedConfig): string {
  const linkTo = ({ route, hash = '' }: Pick<FeedEntry, 'route' | 'hash'>): string =>
    escapeXml(urlOf(route, config) + hash);
  const url = linkTo({ route });
  const shown = entries.slice(0, MOST_ENTRIES);
  const newest = Math.max(0, ...shown.map(({ updated }) => Date.parse(updated)));
  const list = shown.map(
    ({ title, updated, text, ...entry }) =>
      `<entry><title>${escapeXml(title)}</title><id>${linkTo(entry)}</id>` +
      `<link href="${linkTo(entry)}"/><updated>${updated}</updated>` +
      `<content type="text">${escapeXml(text)}</content></entry>\n`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"${lang ? ` xml:lang="${escapeXml(lang)}"` : ''}>\n` +
    `<title>${escapeXml(title)}</title><id>${url}</id>` +
    `<link href="${url}"/><link rel="self" href="${linkTo({ route: `/${output}` })}"/>` +
    `<updated>${new Date(newest).toISOString().replace('.000Z', 'Z')}</updated>` +
    `<author><name>${escapeXml(config.themeConfig.name)}</name></author>\n${list.join('')}</feed>\n`
  );
}

interface Release {
  title: string;
  date: string;
  text: string;
}

function releasesOf(markdown: string): Release[] {
  const sections: { title: string; lines: string[] }[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const title = fence === '' ? /^##\s+(.+?)\s*#*$/.exec(line)?.[1] : undefined;
    if (title !== undefined) sections.push({ title, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.flatMap(({ title, lines }) => {
    const own = lines.findIndex((line) => /^[`_*]*\d{4}-\d{2}-\d{2}[`_*]*$/.test(line.trim()));
    const [date] = /\d{4}-\d{2}-\d{2}/.exec(title) ?? /\d{4}-\d{2}-\d{2}/.exec(lines[own] ?? '') ?? [];
    if (date === undefined || Number.isNaN(Date.parse(date))) return [];
    const text = lines
      .filter((_, index) => index !== own)
      .join('\n')
      .trim();
    return [{ title: title.replace(/\[([^\]]*)\](?:\([^)]*\))?/g, '$1'), date, text }];
  });
}

/** Returns the id of a heading, as the Markdown compiler generates it. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Escapes text for XML, which does not allow control characters. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? control : '')));
}
