import type { Element } from 'hast';
import type { FileContext } from '../context.ts';
import type { CodeBlock, HastContent } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { codeBlockHtml } from './code-block-html.ts';

/** Finished HTML of a code block; what it says is kept for search. */
export function printCode(node: CodeBlock, { page }: FileContext): HastContent {
  const { showLineNum, wrapCode, foldCode } = page.site.config.themeConfig;
  const { html, code } = codeBlockHtml(node, {
    lineNumbers: showLineNum === true,
    wrap: wrapCode === true,
    fold: typeof foldCode === 'number' ? foldCode : undefined,
    strings: page.strings,
  });
  const { title } = parseFenceInfo(node.lang, node.meta);
  return { type: 'raw', value: html, position: node.position as Element['position'], data: { code, title } };
}
