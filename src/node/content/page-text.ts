import type { Frontmatter } from '../../shared/entities.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { type ParsedFrontmatter, parseFrontmatter } from './frontmatter.ts';
import { findHeading } from './page-title.ts';
import { mayBePassedOver } from './passed-over.ts';
import { largePage } from './read-page.ts';
import type { SourcePage, TextLook } from './types.ts';

interface PageText {
  source: string;
  hash: string;
  sourcePath: string;
  format: 'md' | 'mdx';
}

interface PageTextData extends Omit<ParsedFrontmatter, 'locations'> {
  /** Text of the first heading if front matter has no title; empty if there is no heading. */
  heading: string;
  traits: TextTraits;
}

export interface TextFacts {
  hash: string;
  data: PageTextData;
}

export type ReadText = (text: PageText) => PageTextData;

/** Creates a reader without a cache. `headingText` returns the text of a heading's inline Markdown. */
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

/** The part of a {@link TextLook} that depends on the text alone, not on the configuration. */
interface TextTraits extends Omit<TextLook, 'hash' | 'mayRun'> {
  /** Indicates whether the text may have demos; `active`: only with `codeBlockMode: 'active'`. */
  mayHaveDemos: 'always' | 'active' | 'never';
}

/** There are false positives, but no false negatives. `bodyOffset`: offset where the body begins, after the front matter. */
export function traitsOf(source: string, bodyOffset: number): TextTraits {
  const isDemo = DEMO_ELEMENT.test(source) || DEMO_FENCE.test(source);
  return {
    mayHaveDemos: isDemo ? 'always' : SCRIPT_FENCE.test(source) ? 'active' : 'never',
    mayHaveTables: mayHaveTables(source),
    mayHaveTypedBlocks: source.includes('twoslash') || source.includes('<embed'),
    mayBePassedOver: mayBePassedOver(source.slice(0, bodyOffset)),
    // Copies the strings, because substrings would keep the whole text in memory.
    pageLinks: structuredClone(pageLinksIn(source)),
  };
}

export function lookAt(
  { hash, format }: { hash: string; format: SourcePage['format'] },
  { mayHaveDemos, ...traits }: TextTraits,
  { hero }: Frontmatter,
  { codeBlockMode }: Pick<ResolvedConfig, 'codeBlockMode'>,
): TextLook {
  const hasDemos = mayHaveDemos === 'always' || mayHaveDemos === codeBlockMode;
  return { hash, mayRun: format === 'mdx' || hero?.demo !== undefined || hasDemos, ...traits };
}

const DEMO_ELEMENT = /<(?:code|embed|Playground)\b/i;
const SCRIPT_FENCE = /(?:```|~~~)[ \t]*[jt]sx\b/i;
const DEMO_FENCE = /(?:```|~~~)[ \t]*[jt]sx\b.*\|\s*demo/i;

function mayHaveTables(text: string): boolean {
  // Most pages fail this check, which avoids the cost of removing code.
  if (!hasTable(text)) return false;
  return hasTable(text.replace(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm, '').replace(/`[^`\n]*`/g, ''));
}

/** Returns true for an `<API>` tag, or for a table of names and a heading that may name an export. */
function hasTable(text: string): boolean {
  return /<API\b/.test(text) || (NAME_HEADING.test(text) && NAME_TABLE.test(text));
}

const NAME_HEADING = /^#{1,6}[ \t]+[A-Z]\S*[ \t]*$/m;
const NAME_TABLE = /^\|?[ \t]*(?:Name|Property)[ \t]*\|/im;

const PAGE_LINK = /\]\(([^()\s#:]+\.mdx?)(?:#[^()\s]*)?(?=[\s)])/g;

const LINK_TAG = /<Link\s[^<>]*?\b(?:href|to)\s*=\s*["']?([^"'\s#:<>=]+\.mdx?)(?=["'\s#>])/g;

export /** The result may contain files that the page does not link to. */
function pageLinksIn(text: string): string[] {
  if (!text.includes('.md')) return [];
  const links = Array.from(text.matchAll(PAGE_LINK), ([, link = '']) => link);
  return [...links, ...Array.from(text.matchAll(LINK_TAG), ([, link = '']) => link)];
}
