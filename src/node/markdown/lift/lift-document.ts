import { CONTAINERS } from '../../../shared/containers.ts';
import type { Json } from '../../../shared/entities.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { PACKAGE_MANAGERS, translateLine } from '../../project/package-managers.ts';
import { reportForeignText } from '../check/foreign-text.ts';
import { reportImages } from '../check/missing-texts.ts';
import { type FileContext, report } from '../context.ts';
import { isBlank, type MdastContent, type MdastRoot, nodeText, walk } from '../nodes.ts';
import { isBlockComponent, isInlineComponent } from '../own-tags.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { liftTypeScript } from './lift-typescript.ts';

const NAMES = [...Object.keys(CONTAINERS), 'details'];
const TABS: Record<string, string> = { tabs: 'Tabs', tab: 'Tab' };
const ALL_NAMES = [...NAMES, 'code-group', ...Object.keys(TABS)];

/** Converts `:::` containers to components: `Container`, `CodeGroup` with the titles of its panels, `Tabs` and `Tab`. */
function liftContainers(parent: { children: MdastContent[] }, context: FileContext): void {
  walk<MdastContent>(parent, (node) => {
    // A site plugin has decided how the container is shown.
    if (node.type !== 'containerDirective' || node.data?.hName !== undefined) return;
    liftContainers(node as { children: MdastContent[] }, context);
    reportUnclosed(node, context);
    const label = node.children[0];
    const hasLabel = label?.type === 'paragraph' && label.data?.directiveLabel;
    const children: MdastContent[] = hasLabel ? node.children.slice(1) : node.children;
    const { position } = node;
    if (node.name === 'code-group') {
      const titles = children.flatMap((child) => (child.type === 'code' ? [groupTitle(child)] : []));
      return [{ type: 'component', name: 'CodeGroup', props: { titles }, children, position }];
    }
    const title = node.attributes?.title ?? (hasLabel ? nodeText(label).trim() : undefined);
    const props: { [key: string]: Json } = title ? { title } : {};
    const name = Object.hasOwn(TABS, node.name) ? TABS[node.name] : undefined;
    if (name) return [{ type: 'component', name, props, children, position }];
    if (NAMES.includes(node.name)) {
      return [{ type: 'component', name: 'Container', props: { type: node.name, ...props }, children, position }];
    }
    reportUnknownContainer(node.name, position?.start, context);
    return node.children;
  });
}

function groupTitle(code: Extract<MdastContent, { type: 'code' }>): string {
  code.data = { ...code.data, grouped: true };
  const info = parseFenceInfo(code.lang, code.meta);
  return info.title ?? info.lang;
}

/** Reports a container without a closing line, which includes the rest of the page. */
function reportUnclosed(
  { name, position }: { name: string; position?: { start: { line: number; column: number }; end: { line: number } } },
  context: FileContext,
): void {
  if (!position) return;
  const { start, end } = position;
  const last = context.file.lines.slice(start.line, end.line).findLast((line) => line.trim() !== '') ?? '';
  if (/(?:^|[\s>]):{3,}\s*$/.test(last)) return;
  report(context, 'unclosed-container', { name }, { at: start, length: name.length + 3 });
}

function reportUnknownContainer(
  name: string,
  at: { line: number; column: number } | undefined,
  context: FileContext,
): void {
  const data = { name, known: ALL_NAMES, nearest: nearestName(name, ALL_NAMES) };
  report(context, 'unknown-container', data, { at, length: name.length + 3 });
}

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
