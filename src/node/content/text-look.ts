/** There are false positives, but no false negatives. */

import type { Frontmatter } from '../../shared/entities.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { pageLinksIn } from './addresses.ts';
import { mayBePassedOver } from './passed-over.ts';
import type { SourcePage, TextLook } from './types.ts';

/** The part of a {@link TextLook} that depends on the text alone, not on the configuration. */
export interface TextTraits extends Omit<TextLook, 'hash' | 'mayRun'> {
  /** Whether the text may have demos: `active` if only with `codeBlockMode: 'active'`. */
  mayHaveDemos: 'always' | 'active' | 'never';
}

/** `bodyOffset`: offset where the body begins, after the front matter. */
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
