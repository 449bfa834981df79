import { PACKAGE_MANAGERS, translateLine } from '../../project/package-managers.ts';
import { type FileContext, report } from '../context.ts';
import { type MdastContent, walk } from '../nodes.ts';

/** Converts each `npm` fence to a code group with the equivalent commands of npm, pnpm, yarn and bun, if they exist. */
export function liftNpmFences(parent: { children: MdastContent[] }, context: FileContext): void {
  if (!/(?:```|~~~)[ \t]*npm\b/.test(context.file.text)) return;
  walk<MdastContent>(parent, (node) => {
    // A fence in a code group is already a panel.
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
