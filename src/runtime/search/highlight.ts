import type { Range } from '../../shared/search/keywords.ts';
import { wordsOf } from '../../shared/search/words.ts';
import type { HighlightedText } from './protocol.ts';

/** Characters to keep before the first hit (fixed by the specification). */
const LEAD = 20;
/** Maximum length of an excerpt, in characters: about two lines in the dialog. */
const MAX_LENGTH = 150;

/** Splits text into marked and unmarked pieces. Ranges may overlap. Without ranges, the text is one piece. */
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

/** Cuts the text before the first mark, and the end, between words. */
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

/** A single word stays. */
function lastWords(text: string, end: string): string {
  const index = text.length - end.length;
  const word = wordsOf(text).find(({ start, end }) => start < index && index < end);
  return text.slice(word && word.end < text.length ? word.end : index).trimStart();
}

/** A single word stays. */
function firstWords(text: string, beginning: string): string {
  const offset = beginning.length;
  const word = wordsOf(text).find(({ start, end }) => start < offset && offset < end);
  return text.slice(0, word?.start || offset).trimEnd();
}

function mergeRanges(ranges: Range[]): [start: number, end: number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
