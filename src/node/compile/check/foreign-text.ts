import { type FileContext, reportWarning } from '../context.ts';
import { type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/** Constructs of other generators that are a paragraph of text here, each with what to write instead. */
const CONSTRUCTS: { name: string; pattern: RegExp; notes: (text: string) => string[] }[] = [
  {
    name: '`[[toc]]`',
    pattern: /^(?:\[\[_?toc_?\]\]|\[toc\]|@\[toc\])$/i,
    notes: () => [
      'Remove it: the table of contents is beside the page. The front matter `toc: menu` puts it into the sidebar.',
    ],
  },
  {
    name: '`<<<`',
    pattern: /^<<<\s*\S/,
    notes: (text) => {
      const file = /^<<<\s*([^\s{[#]+)/.exec(text)?.[1] ?? './file.tsx';
      return [
        `For a demo, write \`<code src="${file}"></code>\`. Other code goes into a fence: three backticks and its language.`,
      ];
    },
  },
  {
    name: '`import`',
    pattern: /^import\s(?:[\w*{][^'"]*\sfrom\s+)?['"][^'"]+['"];?(?:\s|$)/,
    notes: () => [
      'Imports work in `.mdx` pages: rename the file. `<Tabs>`, `<Tab>` and other built-in components need no import.',
    ],
  },
];

/** What to write instead of a construct of another generator, in a text that begins with it; undefined for other text. */
export function describeForeign(text: string): { name: string; notes: string[] } | undefined {
  const found = CONSTRUCTS.find(({ pattern }) => pattern.test(text));
  return found && { name: found.name, notes: found.notes(text) };
}

/** Reports paragraphs of `.md` and `.mdx` that are constructs of VitePress or Docusaurus (CD348): readers see them as text. */
export function reportForeignText(tree: MdastRoot, context: FileContext): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'paragraph') return;
    const { start } = node.position ?? {};
    const line = (start && context.file.lines[start.line - 1]?.slice(start.column - 1).trim()) ?? '';
    const foreign = describeForeign(line);
    if (!foreign) return;
    reportWarning(context, {
      code: 'CD348',
      text: `${foreign.name} is a construct of another generator, and is shown as text here`,
      at: start,
      length: Math.min(lengthOf(node.position), line.length),
      notes: foreign.notes,
    });
  });
}
