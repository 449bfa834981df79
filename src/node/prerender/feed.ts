import { withBase } from '../../shared/base-url.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { ResolvedConfig } from '../config/types.ts';
import type { SourcePage } from '../load/types.ts';

/** Path of the feed in the output. */
export const FEED_PATH = 'feed.xml';

/** Entries of the feed at most: readers ask for it again and again. */
const MOST_ENTRIES = 50;

/** The page of which a feed is made: a change log, on a site whose address is known. */
export function isChangeLog(route: string, { sitemap }: ResolvedConfig): boolean {
  return sitemap !== undefined && /^\/changelog$/i.test(route);
}

/**
 * Atom feed of a change log: an entry for each release with a date, in its heading or in a line of its own below, with its text
 * in Markdown.
 */
export function changeLogFeed(page: SourcePage, markdown: string, config: ResolvedConfig): string {
  const addressOf = (route: string): string => new URL(withBase(config.base, route), config.sitemap?.hostname).href;
  const address = addressOf(page.routePath);
  const releases = releasesOf(markdown).slice(0, MOST_ENTRIES);
  const entries = releases.map(
    ({ title, date, text }) =>
      `<entry><title>${escapeXml(title)}</title><id>${escapeXml(`${address}#${slug(title)}`)}</id>` +
      `<link href="${escapeXml(`${address}#${slug(title)}`)}"/><updated>${date}T00:00:00Z</updated>` +
      `<content type="text">${escapeXml(text)}</content></entry>\n`,
  );
  const updated =
    releases
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '1970-01-01';
  const { name } = config.themeConfig;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n' +
    `<title>${escapeXml(`${name}: ${page.title}`)}</title><id>${escapeXml(address)}</id>` +
    `<link href="${escapeXml(address)}"/><link rel="self" href="${escapeXml(addressOf(`/${FEED_PATH}`))}"/>` +
    `<updated>${updated}T00:00:00Z</updated><author><name>${escapeXml(name)}</name></author>\n${entries.join('')}</feed>\n`
  );
}

interface Release {
  title: string;
  date: string;
  text: string;
}

/** Sections of the second level that have a date; a heading in code is none. */
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

/** As headings get their ids. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** XML has no characters of control. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? control : '')));
}
