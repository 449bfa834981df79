import { misspelt } from '../../base/diagnostics/did-you-mean.ts';
import { type FileContext, report } from '../context.ts';
import type { CodeBlock } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';

/** What may follow `|` in the info of a fence. */
const WORDS = ['pure', 'demo', 'inline', 'check', 'twoslash', 'ts2js'];

/** Tells of a word behind `|` that is nearly a known one (CD332); other words are kept. */
export function reportFenceWords({ lang, meta, position }: CodeBlock, context: FileContext): void {
  if (!position) return;
  const { line, column } = position.start;
  for (const word of parseFenceInfo(lang, meta).flags) {
    const known = misspelt(word, WORDS);
    if (known === undefined) continue;
    // Titles in brackets are blanked out, so that the word is not found in one.
    const text = (context.file.lines[line - 1] ?? '').replace(/\[[^\]]*\]/g, (title) => ' '.repeat(title.length));
    const found = text.indexOf(word, text.indexOf('|', column - 1));
    const at = { line, column: found === -1 ? column : found + 1 };
    report(context, 'misspelt-fence-word', { word, known }, { at, length: word.length });
  }
}
