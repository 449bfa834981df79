import { type ParsedFrontmatter, parseFrontmatter } from './frontmatter.ts';
import { findHeading } from './page-title.ts';
import { largePage } from './read-page.ts';
import { type TextTraits, traitsOf } from './text-look.ts';

interface PageText {
  source: string;
  hash: string;
  sourcePath: string;
  format: 'md' | 'mdx';
}

/** Facts parsed from a page's text, independent of the site. */
interface PageTextData extends Omit<ParsedFrontmatter, 'locations'> {
  /** Text of the first heading if front matter has no title; empty if there is no heading. */
  heading: string;
  traits: TextTraits;
}

export interface TextFacts {
  hash: string;
  data: PageTextData;
}

/** Parses the facts in a page's text. */
export type ReadText = (text: PageText) => PageTextData;

/** Without a cache. `headingText` returns the text of a heading's inline Markdown. */
export function createTextReader(headingText: (markdownInline: string) => string): ReadText {
  return ({ source, sourcePath, format }) => {
    const { frontmatter, locations: _locations, diagnostics, ...facts } = parseFrontmatter(source, sourcePath);
    const heading = frontmatter.title ? undefined : findHeading(source.slice(facts.bodyOffset), format);
    return {
      ...facts,
      diagnostics: [...diagnostics, ...largePage(source, sourcePath)],
      // Copies the strings, because substrings would keep the whole text in memory.
      frontmatter: structuredClone(frontmatter),
      heading: heading === undefined ? '' : structuredClone(headingText(heading).trim()),
      traits: traitsOf(source, facts.bodyOffset),
    };
  };
}
