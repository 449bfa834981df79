import { type ParsedFrontmatter, parseFrontmatter } from './frontmatter.ts';
import { findHeading } from './page-title.ts';

/** The text of a page, and where it stands. */
export interface PageText {
  source: string;
  /** Hash of the source. */
  hash: string;
  sourcePath: string;
  format: 'md' | 'mdx';
}

/** What a text says of its page, whatever site it is in. */
export interface TextFacts extends Omit<ParsedFrontmatter, 'locations'> {
  /** Text of its first heading, where front matter has no title; empty where there is none. */
  heading: string;
}

/** Finds out what a text says. */
export type ReadText = (text: PageText) => TextFacts;

/** @param headingText text of a heading's inline Markdown */
export function createTextReader(headingText: (markdownInline: string) => string): ReadText {
  return ({ source, sourcePath, format }) => {
    const { frontmatter, locations: _locations, ...facts } = parseFrontmatter(source, sourcePath);
    const heading = frontmatter.title ? undefined : findHeading(source.slice(facts.bodyOffset), format);
    return {
      ...facts,
      // Pieces of a text would keep all of it in memory.
      frontmatter: structuredClone(frontmatter),
      heading: heading === undefined ? '' : structuredClone(headingText(heading).trim()),
    };
  };
}
