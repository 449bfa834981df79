import { type FileContext, report } from '../context.ts';
import { childrenOf, type MdastComponent, type MdastContent, type Point, type Position } from '../nodes.ts';
import { isComponentName } from '../own-tags.ts';
import { scanTags, type Tag } from '../parse/scan-tags.ts';
import { sourceCodeInfo } from '../parse/source-code-info.ts';
import { offsetAt } from '../source-file.ts';

type Html = Extract<MdastContent, { type: 'html' }>;

interface PlacedTag extends Tag {
  position: Position;
  pointAt: (offset: number) => Point;
}

/** `node` is absent for the outermost frame, and for a plain `<code>`, which is tracked only to find its end. */
interface Frame {
  name: string;
  node?: MdastComponent;
  children: MdastContent[];
}

const OWN = /<\/?(?:[A-Z]|code\b|embed\b)/;

/**
 * Component tags (`code[src]`, `embed`, theme components) keep case and attributes as written. A tag whose closing tag
 * is not among its siblings ends immediately.
 */
export function liftTags(parent: { children: MdastContent[] }, context: FileContext): void {
  let own = false;
  for (const child of parent.children) {
    const children = childrenOf(child);
    if (children) liftTags({ children }, context);
    else if (child.type === 'html' && OWN.test(child.value)) own = true;
  }
  if (!own) return;
  const frames: [Frame, ...Frame[]] = [{ name: '', children: [] }];
  for (const child of parent.children) {
    if (child.type === 'html') liftHtml(child, frames, context);
    else top(frames).children.push(child);
  }
  while (frames.length > 1) endWhereItBegan(frames);
  parent.children.splice(0, parent.children.length, ...frames[0].children);
}

function top(frames: Frame[]): Frame {
  return frames[frames.length - 1] as Frame;
}

function liftHtml(html: Html, frames: Frame[], context: FileContext): void {
  const pointAt = pointFinder(html, context);
  const addPiece = (start: number, end: number) => {
    if (start === end) return;
    const position = { start: pointAt(start), end: pointAt(end) };
    const value = html.value.slice(start, end);
    top(frames).children.push({ type: 'piece', value, glued: start > 0, position });
  };
  let last = 0;
  for (const tag of scanTags(html.value)) {
    if (tag.name !== 'code' && tag.name !== 'embed' && !isComponentName(tag.name)) continue;
    addPiece(last, tag.start);
    last = tag.end;
    const placed = { ...tag, pointAt, position: { start: pointAt(tag.start), end: pointAt(tag.end) } };
    const isPlain = tag.closing ? closeTag(placed, frames, context) : openTag(placed, frames);
    if (isPlain) addPiece(tag.start, tag.end);
    if (isPlain === 'open') frames.push({ name: tag.name, children: [] });
  }
  addPiece(last, html.value.length);
}

/** Returns `open` or `closed` for a tag that stays HTML: a `<code>` without `src`. */
function openTag(tag: PlacedTag, frames: Frame[]): 'open' | 'closed' | undefined {
  const { name, attributes, position, selfClosing, pointAt } = tag;
  if (name === 'code' && !attributes.some((attribute) => attribute.name === 'src'))
    return selfClosing ? 'closed' : 'open';
  const node: MdastComponent = {
    type: 'component',
    name,
    props: Object.fromEntries(attributes.map(({ name, value }) => [name === 'class' ? 'className' : name, value])),
    namePoints: Object.fromEntries(attributes.map(({ name, nameStart }) => [name, pointAt(nameStart)])),
    valuePoints: Object.fromEntries(attributes.map(({ name, valueStart }) => [name, pointAt(valueStart)])),
    glued: tag.start > 0,
    children: [],
    position,
  };
  if (selfClosing) top(frames).children.push(node);
  else frames.push({ name, node, children: [] });
  return undefined;
}

function closeTag(tag: PlacedTag, frames: Frame[], context: FileContext): 'closed' | undefined {
  const { name, position } = tag;
  const index = frames.findLastIndex((frame) => frame.name === name);
  if (index < 1) {
    if (name === 'code') return 'closed';
    report(context, 'stray-closing-tag', { name }, { at: position.start, length: name.length + 3 });
    return undefined;
  }
  while (frames.length - 1 > index) endWhereItBegan(frames);
  const { node, children } = frames.pop() as Frame;
  const siblings = top(frames).children;
  if (!node) {
    siblings.push(...children);
    return 'closed';
  }
  siblings.push(name === 'SourceCode' ? sourceCode(node, position, context) : { ...node, children });
  if (node.position) node.position.end = position.end;
  return undefined;
}

function endWhereItBegan(frames: Frame[]): void {
  const { node, children } = frames.pop() as Frame;
  const siblings = top(frames).children;
  if (node) siblings.push(node);
  siblings.push(...children);
}

/** Converts `<SourceCode>` to a code node. Its text is read from the file, because Markdown would change it. */
function sourceCode({ props, position }: MdastComponent, end: Position, { file }: FileContext): MdastContent {
  const from = position ? offsetAt(file, position.end) : 0;
  return { type: 'code', ...sourceCodeInfo(props), value: file.text.slice(from, offsetAt(file, end.start)), position };
}

/**
 * List and quote prefixes are missing from the node's value, so they are looked up in the file. Offsets mostly ascend,
 * so the last line is remembered.
 */
function pointFinder({ value, position }: Html, { file }: FileContext): (offset: number) => Point {
  const start: Point = position?.start ?? { line: 1, column: 1 };
  const lines = value.split('\n');
  const prefixOf = (row: number) => (file.lines[start.line + row - 1] ?? '').indexOf(lines[row] ?? '');
  let row = 0;
  let rowStart = 0;
  let prefix = start.column - 1;
  const moveTo = (nextRow: number, nextStart: number) => {
    row = nextRow;
    rowStart = nextStart;
    prefix = row === 0 ? start.column - 1 : Math.max(prefixOf(row), 0);
  };
  return (offset) => {
    if (offset < rowStart) moveTo(0, 0);
    for (let length = lines[row]?.length ?? 0; offset > rowStart + length; length = lines[row]?.length ?? 0) {
      moveTo(row + 1, rowStart + length + 1);
    }
    // The HTML parser keeps positions only of points with an offset. Nothing reads the offset itself, so prefixes are not counted.
    return { line: start.line + row, column: prefix + offset - rowStart + 1, offset: (start.offset ?? 0) + offset };
  };
}
