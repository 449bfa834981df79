import { misspelt } from '../../base/diagnostics/did-you-mean.ts';
import { type FileContext, report } from '../context.ts';
import type { CodeBlock } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';

const WORDS = ['pure', 'demo', 'inline', 'check', 'twoslash', 'ts2js'];

/** Reports a misspelled word after `|` (CD332); unknown words are kept. */
export function reportFenceWords({ lang, meta, position }: CodeBlock, context: FileContext): void {
  if (!position) return;
  const { line, column } = position.start;
  for (const word of parseFenceInfo(lang, meta).flags) {
    const known = misspelt(word, WORDS);
    if (known === undefined) continue;
    // Blanks out titles in brackets, so that the word is not found inside a title.
    const text = (context.file.lines[line - 1] ?? '').replace(/\[[^\]]*\]/g, (title) => ' '.repeat(title.length));
    const found = text.indexOf(word, text.indexOf('|', column - 1));
    const at = { line, column: found === -1 ? column : found + 1 };
    report(context, 'misspelled-code-word', { word, known }, { at, length: word.length });
  }
}
