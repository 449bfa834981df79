import { type FenceInfo, parseFenceInfo } from './fence-info.ts';
import { escapeHtml, highlight } from './highlight.ts';
import type { CodeBlock } from './nodes.ts';

/** What may become a class and an attribute (a longer or stranger info string is dropped). */
const LANGUAGE = /^[A-Za-z0-9_+#.-]{1,40}$/;

interface CodeBlockOptions {
  /** Number the lines. Default false. */
  lineNumbers?: boolean;
  /** Strings of the interface by id. */
  strings: Record<string, string>;
}

/**
 * HTML of a code block: coloured code in a `pre` that can be scrolled by keyboard, a copy button, and the title as a
 * caption. Lines are wrapped in elements only when some are highlighted or all are numbered.
 */
export function codeBlockHtml(block: CodeBlock, options: CodeBlockOptions): string {
  const info = parseFenceInfo(block.lang, block.meta);
  const lang = LANGUAGE.test(info.lang) ? info.lang : '';
  const code = wrapLines(highlight(block.value, lang), info, options.lineNumbers ?? false);
  const element = info.title ? 'figure' : 'div';
  const { strings } = options;
  const label = info.title || lang;
  const name = label
    ? `aria-label="${escapeHtml(label)}"`
    : `aria-label="${escapeHtml(strings['code.label'] ?? '')}" data-message-label="code.label"`;
  return [
    `<${element} class="code-block${options.lineNumbers ? ' line-numbers' : ''}"${lang ? ` data-lang="${lang}"` : ''}>`,
    info.title ? `<figcaption>${escapeHtml(info.title)}</figcaption>` : '',
    `<pre tabindex="0" role="group" ${name}><code${lang ? ` class="language-${lang}"` : ''}>${code}</code></pre>`,
    `<button type="button" class="copy-button" data-copy aria-label="${escapeHtml(strings['code.copy'] ?? '')}"></button>`,
    `</${element}>`,
  ].join('');
}

/** The highlighter closes its elements at line ends, so that lines can be taken apart. */
function wrapLines(html: string, info: FenceInfo, all: boolean): string {
  if (!all && info.lines.size === 0) return html;
  const lines = html.split('\n');
  return lines
    .map((line, index) => {
      const end = index < lines.length - 1 ? '\n' : '';
      const highlighted = info.lines.has(index + 1);
      if (!all && !highlighted) return line + end;
      return `<span class="line${highlighted ? ' highlighted' : ''}">${line}${end}</span>`;
    })
    .join('');
}
