import type { Range } from '../../shared/search/keywords.ts';
import { wordsOf } from '../../shared/search/words.ts';
import type { HighlightedText } from './protocol.ts';

/** What stands before the first hit is cut to so many characters (fixed by the specification). */
const LEAD = 20;
/** A text is cut behind so many characters: about two lines of the dialog. */
const MAX_LENGTH = 150;

/** A text with the ranges marked; ranges may overlap. Nothing to mark gives the text alone. */
export function markRanges(text: string, ranges: Range[]): HighlightedText[] {
  const parts: HighlightedText[] = [];
  let position = 0;
  for (const [start, end] of mergeRanges(ranges)) {
    if (start > position) parts.push({ text: text.slice(position, start) });
    parts.push({ text: text.slice(start, end), highlighted: true });
    position = end;
  }
  if (position < text.length) parts.push({ text: text.slice(position) });
  return parts;
}

/** A long text as it is shown below a hit: what stands before the first mark, and the end, are cut, between words. */
export function cutText(parts: HighlightedText[], { fromStart = false } = {}): HighlightedText[] {
  const [first, ...rest] = parts;
  if (!first) return parts;
  const characters = [...first.text];
  const isLong = !fromStart && !first.highlighted && rest.length > 0 && characters.length > LEAD;
  const lead = isLong ? { text: `...${lastWords(first.text, characters.slice(-LEAD).join(''))}` } : first;
  const cut: HighlightedText[] = [];
  let length = 0;
  for (const part of [lead, ...rest]) {
    const left = [...part.text].slice(0, MAX_LENGTH - length).join('');
    length += left.length;
    if (left) cut.push({ ...part, text: left.length < part.text.length ? `${firstWords(part.text, left)}...` : left });
    if (length >= MAX_LENGTH) break;
  }
  return cut;
}

/** The end of a text without the word that it begins inside; a single word stays. */
function lastWords(text: string, end: string): string {
  const place = text.length - end.length;
  const word = wordsOf(text).find(({ start, end }) => start < place && place < end);
  return text.slice(word && word.end < text.length ? word.end : place).trimStart();
}

/** The beginning of a text without the word that it ends inside; a single word stays. */
function firstWords(text: string, beginning: string): string {
  const place = beginning.length;
  const word = wordsOf(text).find(({ start, end }) => start < place && place < end);
  return text.slice(0, word?.start || place).trimEnd();
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
