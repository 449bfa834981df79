/** Searches pages without an index. A pack has none, because the index would be half as large as its pages. */
import type { SearchHit } from './built-files.ts';

export interface SearchedPage {
  link: string;
  title: string;
  text: string;
}

const MOST = 20;
/** Longest text of a result. */
const EXCERPT = 200;
/** Weight of a term in the title of the page, in a heading, and in the text. */
const WEIGHT = { title: 6, heading: 4, text: 1 };

/** A page is searched by sections: what is below one heading. */
interface Section {
  heading: string;
  lines: string[];
}

/** Returns the sections that contain terms of a query: those with the most terms first. */
export function searchPages(query: string, pages: readonly SearchedPage[]): SearchHit[] {
  const terms = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? [])];
  const found = pages.flatMap((page) =>
    sectionsOf(page.text).map((section) => ({ ...scoreOf(section, page.title, terms), page, section })),
  );
  return found
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || other.score - one.score)
    .slice(0, MOST)
    .map(({ page, section }) => ({
      link: page.link,
      title:
        section.heading === '' || section.heading === page.title ? page.title : `${page.title}: ${section.heading}`,
      text: excerptOf(section, terms),
    }));
}

function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ heading: '', lines: [] }];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, heading] = (!isCode && /^#{1,6}\s+(.*?)(?:\s*\{#[^}]*\})?\s*$/.exec(line)) || [];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading, lines: [] });
  }
  return sections;
}

function scoreOf({ heading, lines }: Section, title: string, terms: string[]): { count: number; score: number } {
  const [inTitle, inHeading, inText] = [title, heading, lines.join('\n')].map((text) => text.toLowerCase());
  const scores = terms.map(
    (term) =>
      (inHeading?.includes(term) ? WEIGHT.heading : 0) +
      (inText?.includes(term) ? WEIGHT.text + Math.min(3, (inText.split(term).length - 1) / 3) : 0),
  );
  const count = scores.filter((score) => score > 0).length;
  const ofTitle = count > 0 ? terms.filter((term) => inTitle?.includes(term)).length * WEIGHT.title : 0;
  return { count, score: scores.reduce((sum, score) => sum + score, ofTitle) };
}

function excerptOf({ lines }: Section, terms: string[]): string {
  const countIn = (line: string): number => terms.filter((term) => line.toLowerCase().includes(term)).length;
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('<!--'));
  const [best = ''] = texts.toSorted((one, other) => countIn(other) - countIn(one));
  return best.length <= EXCERPT ? best : `${best.slice(0, EXCERPT)}…`;
}
