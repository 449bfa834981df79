import { PACKAGE_MANAGERS, translateLine } from '../../project/package-managers.ts';
import { reportForeignText } from '../check/foreign-text.ts';
import { reportImages } from '../check/missing-texts.ts';
import { type FileContext, report } from '../context.ts';
import { isBlank, type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { isBlockComponent, isInlineComponent } from '../own-tags.ts';
import { liftContainers } from './lift-containers.ts';
import { liftTypeScript } from './lift-typescript.ts';

/** The order matters. `liftComponents` is `liftTags` for `.md`, where tags are HTML, and `liftJsx` for `.mdx`. */
export function liftDocument(
  tree: MdastRoot,
  context: FileContext,
  liftComponents: (tree: MdastRoot, context: FileContext) => void,
): void {
  reportImages(tree, context);
  reportForeignText(tree, context);
  liftComponents(tree, context);
  liftNpmFences(tree, context);
  liftTypeScript(tree, context);
  liftContainers(tree, context);
  splitParagraphs(tree);
}

/** Moves block components out of paragraphs, which are split around them: a `<p>` must not contain blocks. */
function splitParagraphs(tree: MdastRoot): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'paragraph') return;
    const children: MdastContent[] = node.children;
    // An unknown component is a block if it is alone in its paragraph.
    const alone = children.every(
      (child) => isBlank(child) || (child.type === 'component' && !isInlineComponent(child.name)),
    );
    const isBlock = (child: MdastContent) =>
      child.type === 'code' || (child.type === 'component' && (alone || isBlockComponent(child.name)));
    if (!children.some(isBlock)) return;
    const result: MdastContent[] = [];
    let text: MdastContent[] = [];
    const flush = () => {
      if (text.some((child) => !isBlank(child))) result.push({ ...node, children: text as typeof node.children });
      text = [];
    };
    for (const child of children) {
      if (isBlock(child)) {
        flush();
        result.push(child);
      } else text.push(child);
    }
    flush();
    return result;
  });
}

/** Converts each `npm` fence to a code group with the equivalent commands of npm, pnpm, yarn and bun, if they exist. */
function liftNpmFences(parent: { children: MdastContent[] }, context: FileContext): void {
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
