import {
  CODE_BLOCK_CLASS,
  CODE_LANGUAGE_ATTRIBUTE,
  COPY_ATTRIBUTE,
  COPY_BUTTON_CLASS,
  MESSAGE_ATTRIBUTE,
  MESSAGE_LABEL_ATTRIBUTE,
  RICH_ATTRIBUTE,
} from '../../../shared/dom-contract.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Site } from '../../project/config/types.ts';
import type { CodeBlock } from '../nodes.ts';
import { addMark, type FenceInfo, type LineMark, lineMark, parseFenceInfo } from '../parse/fence-info.ts';
import { readTwoslash } from '../parse/read-twoslash.ts';
import type { CodeNote } from '../types.ts';
import { highlight } from './highlight.ts';
import { languageIn, languageName } from './language-names.ts';
import { type KnownTypes, markTypes, noteHtml } from './mark-types.ts';

/** Matches comments, in any language, that contain only a mark. */
const COMMENT =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--)[ \t]*\[!code ([a-z]+|\+\+|--)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
/** Markdown code shows these comments. */
const MARKDOWN = /^(?:md|mdx|markdown)$/i;

/**
 * Removes comments such as `// [!code focus]`. A comment on its own line marks the next line; `[!code error:3]` marks
 * three lines. `[\!code` is an escape. Returns the original number of each line.
 */
function takeLineComments(code: string, info: FenceInfo): { code: string; lines: number[] } {
  if (!code.includes('!code ') || MARKDOWN.test(info.lang)) return { code, lines: [...code.split('\n').keys()] };
  const lines: number[] = [];
  const remaining: string[] = [];
  for (const [number, line] of code.split('\n').entries()) {
    const found = COMMENT.exec(line);
    const mark = lineMark(found?.[1] ?? '');
    if (!found || !mark) {
      remaining.push(line.replaceAll('[\\!code', '[!code'));
      lines.push(number);
      continue;
    }
    const rest = line.slice(0, found.index);
    if (rest.trim() !== '') {
      remaining.push(rest);
      lines.push(number);
    }
    const first = rest.trim() === '' ? remaining.length + 1 : remaining.length;
    for (let index = 0; index < Number(found[2] ?? 1); index++) addMark(info.lines, first + index, mark);
  }
  return { code: remaining.join('\n'), lines };
}

interface CodeBlockOptions {
  /** Shows line numbers. Default `false`. */
  lineNumbers?: boolean;
  /** Wraps long lines. Default `false`. */
  wrap?: boolean;
  /** Folds longer blocks to this many lines. Default: no folding. */
  fold?: number;
  types?: KnownTypes | undefined;
  strings: Record<string, string>;
}

export function codeBlockOptions({ config }: Site, strings: Record<string, string>): CodeBlockOptions {
  const { showLineNum, wrapCode, foldCode } = config.themeConfig;
  return {
    lineNumbers: showLineNum ?? false,
    wrap: wrapCode ?? false,
    ...(foldCode === undefined ? {} : { fold: foldCode }),
    strings,
  };
}

const SIGNS: Partial<Record<LineMark, string>> = {
  error: 'container.error',
  warning: 'container.warning',
  added: 'code.added',
  removed: 'code.removed',
};

/** A block that would hide at most this many lines is not folded. */
const SPARE_LINES = 3;

/**
 * A single line without a title needs no caption. Lines get elements only if one is marked or numbered, or the block
 * has notes. The returned code does not contain the comments that mark lines.
 */
export function codeBlockHtml(block: CodeBlock, options: CodeBlockOptions): { html: string; code: string } {
  const info = parseFenceInfo(block.lang, block.meta);
  const { code: text, lines } = shownCode(block.value, info);
  const lang = languageIn(info);
  const look = lookOf(text, info, options);
  const { types } = options;
  const coloured = highlight(text, lang);
  const typed = types && markTypes(coloured, types, lines);
  const notes = (types?.notes ?? []).map((note) => ({ ...note, line: lines.indexOf(note.line) }));
  const code = wrapLines(typed?.html ?? coloured, { info, look, notes }, options.strings);
  const caption = captionHtml(info.title, text.includes('\n') ? languageName(lang) : '');
  const element = caption ? 'figure' : 'div';
  const { strings } = options;
  const label = info.title || lang;
  const name = label
    ? `aria-label="${escapeHtml(label)}"`
    : `aria-label="${escapeHtml(strings['code.label'] ?? '')}" ${MESSAGE_LABEL_ATTRIBUTE}="code.label"`;
  const first = look.lineNumbers ? look.lineNumbers - 1 : 0;
  const html = [
    `<${element} class="${[CODE_BLOCK_CLASS, ...look.classes].join(' ')}"${lang ? ` ${CODE_LANGUAGE_ATTRIBUTE}="${lang}"` : ''}`,
    look.isPlain && !typed ? '>' : ` ${RICH_ATTRIBUTE}${look.fold ? ` style="--lines:${look.fold}"` : ''}>`,
    caption,
    look.fold ? foldHtml(strings) : '',
    `<pre tabindex="0" role="group" ${name}><code${lang ? ` class="language-${lang}"` : ''}${first > 0 ? ` style="counter-reset:line ${first}"` : ''}>${code}</code></pre>`,
    // Notes between the lines are not copied.
    `<button type="button" class="${COPY_BUTTON_CLASS}" ${COPY_ATTRIBUTE}${notes.length > 0 ? `="${escapeHtml(text)}"` : ''} aria-label="${escapeHtml(strings['code.copy'] ?? '')}"></button>`,
    typed?.hints ?? '',
    `</${element}>`,
  ].join('');
  return { html, code: text };
}

function captionHtml(title: string | undefined, language: string): string {
  if (title) return `<figcaption>${escapeHtml(title)}</figcaption>`;
  return language && `<figcaption class="code-language">${escapeHtml(language)}</figcaption>`;
}

function shownCode(value: string, info: FenceInfo): { code: string; lines: number[] } {
  if (!info.flags.has('twoslash')) return takeLineComments(value, info);
  const all = value.split('\n');
  const { shown } = readTwoslash(value);
  const { code, lines } = takeLineComments(shown.map((line) => all[line]).join('\n'), info);
  return { code, lines: lines.map((line) => shown[line] as number) };
}

interface Look {
  classes: string[];
  lineNumbers: number | false;
  fold: number | false;
  /** Every line is wrapped in an element. */
  all: boolean;
  /** The block has no classes and no marked lines. */
  isPlain: boolean;
}

function lookOf(text: string, info: FenceInfo, options: CodeBlockOptions): Look {
  const lineNumbers = info.lineNumbers ?? (options.lineNumbers ? 1 : false);
  const most = info.fold ?? options.fold ?? false;
  const fold = most !== false && most > 0 && text.split('\n').length > most + SPARE_LINES && most;
  const hasFocus = [...info.lines.values()].some((marks) => marks.includes('focused'));
  const classes = [
    ...(lineNumbers !== false ? ['line-numbers'] : []),
    ...((info.wrap ?? options.wrap) ? ['wrapped'] : []),
    ...(fold ? ['folded'] : []),
    ...(hasFocus ? ['has-focus'] : []),
  ];
  const all = lineNumbers !== false || hasFocus;
  return { classes, lineNumbers, fold, all, isPlain: classes.length === 0 && info.lines.size === 0 };
}

/** Precedes the code, so that a CSS sibling selector can expand the code without a script. */
function foldHtml(strings: Record<string, string>): string {
  const [more, less] = ['code.more', 'code.less'].map(
    (id) => `<span ${MESSAGE_ATTRIBUTE}="${id}">${escapeHtml(strings[id] ?? '')}</span>`,
  );
  return `<details class="code-fold"><summary>${more}${less}</summary></details>`;
}

/** The highlighter closes its elements at line breaks, so the HTML can be split there. */
function wrapLines(
  html: string,
  { info, look: { all }, notes }: { info: FenceInfo; look: Look; notes: readonly CodeNote[] },
  strings: Record<string, string>,
): string {
  if (!all && info.lines.size === 0 && notes.length === 0) return html;
  const lines = html.split('\n');
  return lines
    .map((line, index) => {
      const below = notes.filter((note) => note.line === index).map(noteHtml);
      const end = index < lines.length - 1 || below.length > 0 ? '\n' : '';
      const marks = info.lines.get(index + 1) ?? [];
      if (!all && marks.length === 0) return line + end + below.join('');
      const sign = marks.map((mark) => SIGNS[mark]).find((id) => id !== undefined);
      const says = sign ? ` data-sign="${escapeHtml(strings[sign] ?? '')}"` : '';
      return `<span class="${['line', ...marks].join(' ')}"${says}>${line}${end}</span>${below.join('')}`;
    })
    .join('');
}
