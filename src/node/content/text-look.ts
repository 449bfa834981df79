/** Detects possible features of a page's text without parsing it. There are false positives, but no false negatives. */

import type { Frontmatter } from '../../shared/entities.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import type { PageText } from './page-text.ts';
import type { TextLook } from './types.ts';

/** Returns the properties of a page's text. */
export function lookAt(
  { source, hash, format }: Omit<PageText, 'sourcePath'>,
  { hero }: Frontmatter,
  { codeBlockMode }: Pick<ResolvedConfig, 'codeBlockMode'>,
): TextLook {
  const fence = codeBlockMode === 'active' ? SCRIPT_FENCE : DEMO_FENCE;
  return {
    hash,
    mayRun: format === 'mdx' || hero?.demo !== undefined || DEMO_ELEMENT.test(source) || fence.test(source),
    mayHaveTables: mayHaveTables(source),
    mayHaveTypedBlocks: source.includes('twoslash') || source.includes('<embed'),
  };
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
