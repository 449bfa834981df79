import type { ForeignConstruct } from '../../base/diagnostics/codes/shared-texts.ts';
import { type FileContext, report } from '../context.ts';
import { type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/** Syntax from other generators that is a plain paragraph here. */
const CONSTRUCTS: { pattern: RegExp; read: (text: string) => ForeignConstruct }[] = [
  { pattern: /^(?:\[\[_?toc_?\]\]|\[toc\]|@\[toc\])$/i, read: () => ({ is: 'toc' }) },
  {
    pattern: /^<<<\s*\S/,
    read: (text) => ({ is: 'snippet', file: /^<<<\s*([^\s{[#]+)/.exec(text)?.[1] ?? './file.tsx' }),
  },
  {
    pattern: /^import\s(?:[\w*{][^'"]*\sfrom\s+)?['"][^'"]+['"];?(?:\s|$)/,
    read: () => ({ is: 'import' }),
  },
];

export function findForeign(text: string): ForeignConstruct | undefined {
  return CONSTRUCTS.find(({ pattern }) => pattern.test(text))?.read(text);
}

/** Reports paragraphs in `.md` and `.mdx` that are VitePress or Docusaurus syntax (CD348): readers see them as text. */
export function reportForeignText(tree: MdastRoot, context: FileContext): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'paragraph') return;
    const { start } = node.position ?? {};
    const line = (start && context.file.lines[start.line - 1]?.slice(start.column - 1).trim()) ?? '';
    const foreign = findForeign(line);
    if (!foreign) return;
    const length = Math.min(lengthOf(node.position), line.length);
    report(context, 'foreign-syntax', { foreign }, { at: start, length });
  });
}
