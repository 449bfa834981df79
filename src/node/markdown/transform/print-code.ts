import type { Element } from 'hast';
import type { FileContext } from '../context.ts';
import type { CodeBlock, HastContent } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { codeBlockHtml, codeBlockOptions } from './code-block-html.ts';
import { noteTypedBlock } from './typed-blocks.ts';

/** Prints a code block, and keeps its code and title for search. */
export function printCode(node: CodeBlock, context: FileContext): HastContent {
  const { site, strings } = context.page;
  const { html, code } = codeBlockHtml(node, codeBlockOptions(site, strings));
  const { title } = parseFenceInfo(node.lang, node.meta);
  const typed = noteTypedBlock(node, context);
  const data = { code, title, typed: typed?.block, block: node };
  return { type: 'raw', value: typed?.mark ?? html, position: node.position as Element['position'], data };
}
