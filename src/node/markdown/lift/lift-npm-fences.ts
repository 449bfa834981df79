import { PACKAGE_MANAGERS, translateLine } from '../../project/package-managers.ts';
import { type FileContext, report } from '../context.ts';
import { type MdastContent, walk } from '../nodes.ts';

/** Makes a group of each `npm` fence: its commands in the words of npm, pnpm, yarn and bun, as far as they have them. */
export function liftNpmFences(parent: { children: MdastContent[] }, context: FileContext): void {
  if (!/(?:```|~~~)[ \t]*npm\b/.test(context.file.text)) return;
  walk<MdastContent>(parent, (node) => {
    // What stands in a group is a tab already.
    if (node.type === 'containerDirective' && node.name === 'code-group') return false;
    if (node.type !== 'code' || node.lang !== 'npm') return;
    const lines = node.value.split('\n').map(translateLine);
    const managers = PACKAGE_MANAGERS.filter((name) => lines.every((line) => line[name] !== undefined));
    if (managers.length === 1) {
      reportUnknown(node, Math.max(0, lines.findIndex(isOnlyNpm)), context);
      node.lang = 'bash';
      return false;
    }
    const children = managers.map(
      (name): MdastContent => ({
        type: 'code',
        lang: 'bash',
        meta: `[${name}]`,
        value: lines.map((line) => line[name]).join('\n'),
        data: { grouped: true },
        position: node.position,
      }),
    );
    const props = { titles: managers };
    return [{ type: 'component', name: 'CodeGroup', props, children, position: node.position }];
  });
}

function isOnlyNpm(line: ReturnType<typeof translateLine>): boolean {
  return Object.keys(line).length === 1;
}

function reportUnknown(node: Extract<MdastContent, { type: 'code' }>, index: number, context: FileContext): void {
  const text = (node.value.split('\n')[index] ?? '').trim();
  const line = (node.position?.start.line ?? 0) + 1 + index;
  const column = (context.file.lines[line - 1] ?? '').indexOf(text) + 1;
  const place = { at: { line, column: Math.max(column, 1) }, length: text.length };
  report(context, 'npm-only-command', { command: text }, place);
}
