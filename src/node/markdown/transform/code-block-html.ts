import type { Element } from 'hast';
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
import type { FileContext } from '../context.ts';
import type { CodeBlock, HastContent } from '../nodes.ts';
import { addMark, type FenceInfo, type LineMark, lineMark, parseFenceInfo } from '../parse/fence-info.ts';
import { highlight } from './highlight.ts';
import { languageIn, languageName } from './language-names.ts';

/** Matches comments, in any language, that contain only a mark. */
const COMMENT =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--)[ \t]*\[!code ([a-z]+|\+\+|--)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
/** Markdown code shows these comments. */
const MARKDOWN = /^(?:md|mdx|markdown)$/i;

/**
 * Removes comments such as `// [!code focus]`. On its own line, one marks the next line; `[!code error:3]` marks three.
 * `[\!code` is an escape.
 */
function takeLineComments(code: string, info: FenceInfo): string {
  if (!code.includes('!code ') || MARKDOWN.test(info.lang)) return code;
  const remaining: string[] = [];
  for (const line of code.split('\n')) {
    const found = COMMENT.exec(line);
    const mark = lineMark(found?.[1] ?? '');
    if (!found || !mark) {
      remaining.push(line.replaceAll('[\\!code', '[!code'));
      continue;
    }
    const rest = line.slice(0, found.index);
    if (rest.trim() !== '') remaining.push(rest);
    const first = rest.trim() === '' ? remaining.length + 1 : remaining.length;
    for (let index = 0; index < Number(found[2] ?? 1); index++) addMark(info.lines, first + index, mark);
  }
  return remaining.join('\n');
}

interface CodeBlockOptions {
  /** Shows line numbers. Default `false`. */
  lineNumbers?: boolean;
  /** Wraps long lines. Default `false`. */
  wrap?: boolean;
  /** Folds longer blocks to this many lines. Default: no folding. */
  fold?: number;
  strings: Record<string, string>;
}

function codeBlockOptions({ config }: Site, strings: Record<string, string>): CodeBlockOptions {
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

/** Keeps its code and title for search. */
export function printCode(node: CodeBlock, context: FileContext): HastContent {
  const { site, strings } = context.page;
  const { html, code } = codeBlockHtml(node, codeBlockOptions(site, strings));
  const { title } = parseFenceInfo(node.lang, node.meta);
  return {
    type: 'raw',
    value: html,
    position: node.position as Element['position'],
    data: { code, title, block: node },
  };
}

/**
 * A single line without a title needs no caption. Lines get elements only if one is marked or numbered. The returned code has no comments that mark lines.
 */
function codeBlockHtml(block: CodeBlock, options: CodeBlockOptions): { html: string; code: string } {
  const info = parseFenceInfo(block.lang, block.meta);
  const text = takeLineComments(block.value, info);
  const lang = languageIn(info);
  const look = lookOf(text, info, options);
  const code = wrapLines(highlight(text, lang), { info, look }, options.strings);
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
    look.isPlain ? '>' : ` ${RICH_ATTRIBUTE}${look.fold ? ` style="--lines:${look.fold}"` : ''}>`,
    caption,
    look.fold ? foldHtml(strings) : '',
    `<pre tabindex="0" role="group" ${name}><code${lang ? ` class="language-${lang}"` : ''}${first > 0 ? ` style="counter-reset:line ${first}"` : ''}>${code}</code></pre>`,
    `<button type="button" class="${COPY_BUTTON_CLASS}" ${COPY_ATTRIBUTE} aria-label="${escapeHtml(strings['code.copy'] ?? '')}"></button>`,
    `</${element}>`,
  ].join('');
  return { html, code: text };
}

function captionHtml(title: string | undefined, language: string): string {
  if (title) return `<figcaption>${escapeHtml(title)}</figcaption>`;
  return language && `<figcaption class="code-language">${escapeHtml(language)}</figcaption>`;
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
  { info, look: { all } }: { info: FenceInfo; look: Look },
  strings: Record<string, string>,
): string {
  if (!all && info.lines.size === 0) return html;
  const lines = html.split('\n');
  return lines
    .map((line, index) => {
      const end = index < lines.length - 1 ? '\n' : '';
      const marks = info.lines.get(index + 1) ?? [];
      if (!all && marks.length === 0) return line + end;
      const sign = marks.map((mark) => SIGNS[mark]).find((id) => id !== undefined);
      const says = sign ? ` data-sign="${escapeHtml(strings[sign] ?? '')}"` : '';
      return `<span class="${['line', ...marks].join(' ')}"${says}>${line}${end}</span>`;
    })
    .join('');
}
