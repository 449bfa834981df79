import { escapeHtml } from '../../../shared/escape-html.ts';
import { createLru, type Lru } from '../../base/lru.ts';
import { renderComment } from '../markdown.ts';
import type { CodeError, CodeNote, CodeWord } from '../types.ts';
import { highlight } from './highlight.ts';

export interface KnownTypes {
  id: string;
  words: readonly CodeWord[];
  errors: readonly CodeError[];
  /** Notes to show below lines of the source. */
  notes: readonly CodeNote[];
  source: string;
  /** Cache of rendered type hints, shared with other blocks. */
  hintTexts: Lru<string>;
}

interface Mark {
  start: number;
  text: string;
  tag: string;
}

interface Hint extends Pick<CodeWord, 'type' | 'comment'> {
  id: string;
}

/** `lines` are the source line numbers of the visible lines. The popovers follow the code. */
export function markTypes(html: string, types: KnownTypes, lines: readonly number[]): { html: string; hints: string } {
  const { id, words, errors: codeErrors, source, hintTexts } = types;
  const hints = new Map<string, Hint>();
  const positionOf = createPlaces(source, lines);
  const isWrong = ({ start, length }: CodeWord): boolean =>
    codeErrors.some((error) => error.start <= start && start + length <= error.start + error.length);
  const marks = words.flatMap((word): Mark[] => {
    const start = positionOf(word.start);
    if (start === undefined) return [];
    const { type, comment } = word;
    const key = JSON.stringify([type, comment]);
    const known = hints.get(key);
    const hint = known ?? { id: `${id}-${hints.size}`, type, comment };
    hints.set(key, hint);
    // Only the first word of each type is a keyboard stop.
    const rest = `class="typed${isWrong(word) ? ' wrong' : ''}"${known ? ' tabindex="-1"' : ''}`;
    const tag = `<button type="button" ${rest} popovertarget="${hint.id}" interestfor="${hint.id}">`;
    return [{ start, text: source.slice(word.start, word.start + word.length), tag }];
  });
  return {
    html: insertMarks(html, marks),
    hints: [...hints.values()].map((hint) => hintHtml(hint, hintTexts)).join(''),
  };
}

/** Returns a function that converts an offset in the source to an offset in the visible code; undefined for hidden code. */
function createPlaces(source: string, lines: readonly number[]): (offset: number) => number | undefined {
  const texts = source.split('\n');
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const shown = new Map<number, number>();
  length = 0;
  for (const line of lines) {
    shown.set(line, length);
    length += (texts[line]?.length ?? 0) + 1;
  }
  return (offset) => {
    let line = starts.length - 1;
    while (line > 0 && (starts[line] as number) > offset) line--;
    const start = shown.get(line);
    return start === undefined ? undefined : start + offset - (starts[line] as number);
  };
}

/** The words contain no characters that HTML escapes. A word that several highlighting elements share is skipped. */
function insertMarks(html: string, marks: readonly Mark[]): string {
  let result = '';
  let offset = 0;
  let next = 0;
  for (const [piece] of html.matchAll(/<[^>]*>|&[#\w]+;|[^<&]+/g)) {
    if (piece.startsWith('<')) {
      result += piece;
      continue;
    }
    let at = 0;
    const length = piece.startsWith('&') ? 1 : piece.length;
    for (let mark = marks[next]; mark && mark.start < offset + length; mark = marks[++next]) {
      const start = mark.start - offset;
      if (start < at || !piece.startsWith(mark.text, start)) continue;
      result += `${piece.slice(at, start)}${mark.tag}${mark.text}</button>`;
      at = start + mark.text.length;
    }
    result += piece.slice(at);
    offset += length;
  }
  return result;
}

const MOST_HINTS = 1000;

/** Creates the cache of rendered type hints for all code blocks of a site: many blocks have the same imports. */
export function createHintTexts(): Lru<string> {
  return createLru(MOST_HINTS);
}

function hintHtml({ id, type, comment = '' }: Hint, hintTexts: Lru<string>): string {
  const key = JSON.stringify([type, comment]);
  const text =
    hintTexts.get(key) ??
    `<pre tabindex="0"><code class="language-ts">${highlight(type, 'ts')}</code></pre>${renderComment(comment)}`;
  hintTexts.set(key, text);
  return `<div popover id="${id}" class="type-hint">${text}</div>`;
}

export function noteHtml({ kind, column, text }: CodeNote): string {
  const content = kind === 'type' ? highlight(text, 'ts') : escapeHtml(text);
  return `<span class="code-note ${kind}" style="--column:${column}">${content}\n</span>`;
}
