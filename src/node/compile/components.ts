import { type FileContext, reportWarning } from './context.ts';
import { scanTags, type Tag } from './html-tags.ts';
import {
  childrenOf,
  isBlank,
  type MdastComponent,
  type MdastContent,
  type MdastRoot,
  type Point,
  textOf,
  walk,
} from './nodes.ts';
import { isBlockComponent, isComponentName, isInlineComponent } from './own-tags.ts';
import { sourceCodeInfo } from './source-code.ts';
import { offsetAt } from './source-file.ts';

type Tagged = MdastComponent;

/** An open tag; `node` is absent for a plain `<code>`, which is followed only to find its end. */
interface Frame {
  name: string;
  node?: Tagged;
  /** Where the content begins. */
  contentStart?: Point;
  children: MdastContent[];
}

const OWN = /<\/?(?:[A-Z]|code\b|embed\b)/;

/**
 * Takes our own tags (`code[src]`, `embed`, theme components) out of raw HTML and makes them `component` nodes, with
 * case and attributes as written. A self-closing tag, or one that is not closed beside it, ends right there.
 */
export function liftTags(parent: { children: MdastContent[] }, context: FileContext): void {
  let own = false;
  for (const child of parent.children) {
    const children = childrenOf(child);
    if (children) liftTags({ children } as { children: MdastContent[] }, context);
    else if (child.type === 'html' && OWN.test(child.value)) own = true;
  }
  if (own) {
    const children = liftChildren(parent.children, context);
    parent.children.splice(0, parent.children.length, ...children);
  }
}

function liftChildren(children: MdastContent[], context: FileContext): MdastContent[] {
  const frames: Frame[] = [{ name: '', children: [] }];
  for (const child of children) {
    if (child.type !== 'html') {
      top(frames).children.push(child);
      continue;
    }
    let last = 0;
    for (const tag of scanTags(child.value)) {
      if (!isOwn(tag)) continue;
      pushHtml(frames, child.value.slice(last, tag.start), pointIn(context, child, last));
      last = tag.end;
      const start = pointIn(context, child, tag.start);
      const end = pointIn(context, child, tag.end);
      if (tag.closing) close(frames, tag, { start, end }, context);
      else if (tag.name === 'code' && !sourceOf(tag)) {
        pushHtml(frames, child.value.slice(tag.start, tag.end), start);
        if (!tag.selfClosing) frames.push({ name: 'code', children: [] });
      } else open(frames, tag, { start, end }, (offset) => pointIn(context, child, offset));
    }
    pushHtml(frames, child.value.slice(last), pointIn(context, child, last));
  }
  while (frames.length > 1) collapse(frames);
  return top(frames).children;
}

function isOwn(tag: Tag): boolean {
  return tag.name === 'code' || tag.name === 'embed' || isComponentName(tag.name);
}

function sourceOf(tag: Tag): string | true | undefined {
  return tag.attributes.find(({ name }) => name === 'src')?.value;
}

function top(frames: Frame[]): Frame {
  return frames[frames.length - 1] as Frame;
}

function open(frames: Frame[], tag: Tag, position: { start: Point; end: Point }, pointAt: (offset: number) => Point) {
  const props = Object.fromEntries(
    tag.attributes.map(({ name, value }) => [name === 'class' ? 'className' : name, value]),
  );
  const valuePoints = Object.fromEntries(tag.attributes.map(({ name, valueStart }) => [name, pointAt(valueStart)]));
  const node: Tagged = { type: 'component', name: tag.name, props, valuePoints, children: [], position };
  if (tag.selfClosing) top(frames).children.push(node);
  else frames.push({ name: tag.name, node, contentStart: position.end, children: [] });
}

function close(frames: Frame[], tag: Tag, position: { start: Point; end: Point }, context: FileContext) {
  const index = frames.findLastIndex((frame) => frame.name === tag.name);
  if (index < 1) {
    if (tag.name === 'code') pushHtml(frames, '</code>', position.start);
    else {
      reportWarning(context, {
        code: 'CD317',
        text: `\`</${tag.name}>\` closes nothing here`,
        at: position.start,
        notes: ['The opening and the closing tag must stand in one block, or each in a block of its own on one level'],
      });
    }
    return;
  }
  while (frames.length - 1 > index) collapse(frames);
  const { node, children, contentStart } = frames.pop() as Frame;
  if (!node) {
    top(frames).children.push(...children);
    pushHtml(frames, '</code>', position.start);
    return;
  }
  node.children =
    tag.name === 'SourceCode' ? [sourceCode(node, children, contentStart, position.start, context)] : children;
  node.position = { start: node.position?.start ?? position.start, end: position.end };
  top(frames).children.push(...(tag.name === 'SourceCode' ? node.children : [node]));
}

/** Ends the innermost open tag where it began: what followed it stands beside it. */
function collapse(frames: Frame[]): void {
  const { node, children } = frames.pop() as Frame;
  if (node) top(frames).children.push(node);
  top(frames).children.push(...children);
}

/** A piece of raw HTML; one without markup is text, so that the page need not be parsed as HTML for it. */
function pushHtml(frames: Frame[], value: string, start: Point): void {
  if (value === '') return;
  const type = /[<&]/.test(value) ? 'html' : 'text';
  top(frames).children.push({ type, value, position: { start, end: start } });
}

/** `<SourceCode>` is a fence in other words; its text is taken from the source, so that Markdown does not change it. */
function sourceCode(
  node: Tagged,
  children: MdastContent[],
  from: Point | undefined,
  to: Point,
  context: FileContext,
): MdastContent {
  const { file } = context;
  const text = from
    ? file.text.slice(offsetAt(file, from), offsetAt(file, to))
    : children.map((child) => textOf(child)).join('');
  const position = { start: node.position?.start ?? to, end: to };
  return { type: 'code', ...sourceCodeInfo(node.props), value: text, position };
}

/** The place of an offset in an HTML node; list and quote prefixes, which its value lacks, are looked up in the file. */
function pointIn(context: FileContext, node: { value: string; position?: { start: Point } }, offset: number): Point {
  const start = node.position?.start ?? { line: 1, column: 1 };
  const before = node.value.slice(0, offset).split('\n');
  const row = before.length - 1;
  const inLine = before[row]?.length ?? 0;
  if (row === 0) return { line: start.line, column: start.column + inLine };
  const line = start.line + row;
  const prefix = (context.file.lines[line - 1] ?? '').indexOf(node.value.split('\n')[row] ?? '');
  return { line, column: Math.max(prefix, 0) + inLine + 1 };
}

/** Takes block components out of paragraphs, which are split around them: no block stands inside a `<p>`. */
export function splitParagraphs(tree: MdastRoot): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'paragraph') return;
    const children = node.children as MdastContent[];
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
