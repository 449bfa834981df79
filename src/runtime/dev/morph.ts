import { DEMO_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { commonSubsequence } from './common-subsequence.ts';

export interface MorphOptions {
  /** Returns true if an element belongs to a script. Such an element is never changed, only moved or removed with its key. */
  keep(container: Element): boolean;
}

interface Update extends MorphOptions {
  elements: Map<string, Element>;
  pinned: ReadonlySet<string>;
  taken: Set<Node>;
  /** Nodes to remove at the end. Until then, a kept element inside may be needed elsewhere. */
  leaving: ChildNode[];
}

interface Children {
  lives: ChildNode[];
  olds: ChildNode[];
  news: ChildNode[];
  oldOf: Map<ChildNode, ChildNode>;
  liveOf: Map<ChildNode, ChildNode>;
}

const KEYED = `[${DEMO_ATTRIBUTE}], [id]`;

/** Nodes that are equal in `before` and `after` are not changed, even if scripts changed them in the page. */
export function morph(live: Element, before: Element, after: Element, { keep }: MorphOptions): void {
  if (before.isEqualNode(after)) return;
  const elements = findPlaces(live, after, keep);
  const update: Update = { keep, elements, pinned: new Set(elements.keys()), taken: new Set(), leaving: [] };
  patchAttributes(live, before, after);
  const children = matchChildren(live, before, after, update);
  if (!patchInPlace(children, update)) rebuild(live, children, update);
  for (const node of update.leaving) if (!update.taken.has(node)) node.remove();
}

function patch(live: ChildNode, before: ChildNode, after: ChildNode, update: Update): boolean {
  if (before.isEqualNode(after)) return true;
  if (!isElement(live) || !isElement(before) || !isElement(after)) {
    live.nodeValue = after.nodeValue;
    return true;
  }
  if (update.keep(live)) return keyOf(live) === keyOf(after);
  patchAttributes(live, before, after);
  const children = matchChildren(live, before, after, update);
  if (patchInPlace(children, update)) return true;
  // Children that scripts added belong to the old list of children.
  const own = new Set(children.liveOf.values());
  if (children.lives.some((child) => !own.has(child) && !isBlank(child))) return false;
  rebuild(live, children, update);
  return true;
}

function patchAttributes(live: Element, before: Element, after: Element): void {
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const attribute of after.attributes) {
    if (before.getAttribute(attribute.name) === attribute.value) continue;
    // HTML may contain names that `setAttribute` refuses.
    live.setAttributeNode(live.ownerDocument.importNode(attribute));
  }
}

function matchChildren(live: Element, before: Element, after: Element, { pinned }: Update): Children {
  const [lives, olds, news] = [[...live.childNodes], [...before.childNodes], [...after.childNodes]];
  return {
    lives,
    olds,
    news,
    oldOf: alignNodes(olds, news, { keyOf, pinned, isCopy: false }),
    liveOf: alignNodes(lives, olds, { keyOf, pinned, isCopy: true }),
  };
}

/** Changes nothing and returns false if the children differ, or if one is missing in the page. */
function patchInPlace({ olds, news, oldOf, liveOf }: Children, update: Update): boolean {
  if (olds.length !== news.length || news.some((node, index) => oldOf.get(node) !== olds[index])) return false;
  const changes: [live: ChildNode, before: ChildNode, after: ChildNode][] = [];
  for (const [after, before] of oldOf) {
    if (before.isEqualNode(after)) continue;
    const live = liveOf.get(before);
    if (!live) return false;
    changes.push([live, before, after]);
  }
  for (const [live, before, after] of changes) {
    if (patch(live, before, after, update)) continue;
    const fresh = importNode(after, live);
    live.before(fresh);
    update.leaving.push(live);
    fillPlaces(fresh, update);
  }
  return true;
}

function rebuild(live: Element, { lives, news, oldOf, liveOf }: Children, update: Update): void {
  const fresh: ChildNode[] = [];
  const wanted = news.map((after) => {
    const target = takePlace(after, update);
    if (target) return target;
    const before = oldOf.get(after);
    const own = before && liveOf.get(before);
    if (own && patch(own, before, after, update)) return own;
    const node = importNode(after, live);
    fresh.push(node);
    return node;
  });
  const staying = new Set(commonSubsequence(lives, wanted).map(([index]) => lives[index]));
  let next: ChildNode | null = null;
  for (const node of wanted.toReversed()) {
    if (!staying.has(node)) move(live, node, next);
    next = node;
  }
  const used = new Set(wanted);
  update.leaving.push(...lives.filter((node) => !used.has(node)));
  for (const node of fresh) fillPlaces(node, update);
}

function fillPlaces(fresh: ChildNode, update: Update): void {
  if (!isElement(fresh)) return;
  for (const spot of fresh.querySelectorAll(KEYED)) {
    const element = fresh.contains(spot) ? takePlace(spot, update) : undefined;
    if (!element) continue;
    move(spot.parentNode as Element, element, spot);
    spot.remove();
  }
}

function takePlace(node: Node, { elements, taken }: Update): Element | undefined {
  const key = keyOf(node);
  const element = key === undefined ? undefined : elements.get(key);
  if (key === undefined || !element) return undefined;
  elements.delete(key);
  taken.add(element);
  return element;
}

/** Skips keys that occur twice in the page or in `after`, because they are ambiguous. */
function findPlaces(live: Element, after: Element, keep: MorphOptions['keep']): Map<string, Element> {
  const found: Element[] = [];
  const collect = (parent: Element): void => {
    for (const child of parent.children) {
      if (keep(child)) found.push(child);
      else collect(child);
    }
  };
  collect(live);
  const wanted = byUniqueKey(after.querySelectorAll(KEYED));
  return new Map([...byUniqueKey(found)].filter(([key]) => wanted.has(key)));
}

function byUniqueKey(elements: Iterable<Element>): Map<string, Element> {
  const unique = new Map<string, Element>();
  const seen = new Set<string>();
  for (const element of elements) {
    const key = keyOf(element);
    if (key === undefined) continue;
    if (seen.has(key)) unique.delete(key);
    else unique.set(key, element);
    seen.add(key);
  }
  return unique;
}

/** Returns the demo of an element, or its id: neither changes with the content. */
function keyOf(node: Node): string | undefined {
  if (!isElement(node)) return undefined;
  const [demo, id] = [node.getAttribute(DEMO_ATTRIBUTE), node.getAttribute('id')];
  if (demo !== null) return `demo ${demo}`;
  return id === null ? undefined : `id ${id}`;
}

function importNode(node: ChildNode, { ownerDocument }: Node): ChildNode {
  return (ownerDocument ?? document).importNode(node, true);
}

/** If the browser supports `moveBefore`, the node keeps its state, so a frame does not reload. */
function move(parent: Element, node: ChildNode, next: ChildNode | null): void {
  if ('moveBefore' in parent && node.getRootNode() === parent.getRootNode()) parent.moveBefore(node, next);
  else (parent as Element).insertBefore(node, next);
}

interface AlignOptions {
  /** Returns an identity for the element that is independent of its content, or undefined if there is none. */
  keyOf(node: Node): string | undefined;
  /** Nodes with these keys match only each other, regardless of their content. */
  pinned: ReadonlySet<string>;
  /**
   * True if the left list is the page's copy of the right one, which scripts may have changed. Then nodes match by kind
   * only if both lists contain the same number of them.
   */
  isCopy: boolean;
}

/** Nodes with equal labels may match. A node without a label matches none. */
type Label = (node: ChildNode) => string | undefined;

/** First matches equal keys or nodes, even moved ones. Then matches the nodes between them by content, beginning and kind. */
function alignNodes(
  left: ChildNode[],
  right: ChildNode[],
  { keyOf, pinned, isCopy }: AlignOptions,
): Map<ChildNode, ChildNode> {
  const pairs = new Map<ChildNode, ChildNode>();
  const isSame = (a: ChildNode, b: ChildNode): boolean =>
    a.isEqualNode(b) || (a.nodeName === b.nodeName && keyOf(a) !== undefined && keyOf(a) === keyOf(b));
  const [start, end] = commonEnds(left, right, isSame);
  for (let i = 0; i < start; i++) pairs.set(right[i] as ChildNode, left[i] as ChildNode);
  for (let i = 1; i <= end; i++) pairs.set(right.at(-i) as ChildNode, left.at(-i) as ChildNode);

  const kindOf = (node: ChildNode): string => {
    const key = keyOf(node);
    return key !== undefined && pinned.has(key) ? `${node.nodeName}#${key}` : node.nodeName;
  };
  const strict: Label = (node) => {
    const key = keyOf(node);
    if (key !== undefined) return `${node.nodeName}#${key}`;
    return isBlank(node) ? undefined : sourceOf(node);
  };
  const loose: Label[] = [
    (node) => (isElement(node) && node.innerHTML !== '' ? `${kindOf(node)} ${node.innerHTML}` : undefined),
    (node) => {
      const first = [...node.childNodes].find((child) => !isBlank(child));
      return first && `${kindOf(node)} ${sourceOf(first)}`;
    },
    kindOf,
  ];
  const alignGap = (a: ChildNode[], b: ChildNode[], [label, ...looser]: Label[]): void => {
    const isUncertain = isCopy && label === kindOf && a.length !== b.length;
    if (!label || a.length === 0 || b.length === 0 || isUncertain) return;
    const common = commonSubsequence(a.map(label), b.map(label));
    for (const [i, j] of common) pairs.set(b[j] as ChildNode, a[i] as ChildNode);
    for (const [before, after] of gaps(a, b, common)) alignGap(before, after, looser);
  };

  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const;
  const labels = [middle[0].map(strict), middle[1].map(strict)] as const;
  const common = commonSubsequence(...labels);
  const moved = movedPairs(...labels, common);
  for (const [i, j] of [...common, ...moved]) pairs.set(middle[1][j] as ChildNode, middle[0][i] as ChildNode);
  const found = new Set<ChildNode>([...pairs.keys(), ...pairs.values()]);
  const isOpen = (node: ChildNode): boolean => !found.has(node);
  for (const [a, b] of gaps(...middle, common)) alignGap(a.filter(isOpen), b.filter(isOpen), loose);
  return pairs;
}

function isBlank(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && /^\s*$/.test(node.nodeValue ?? '');
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function sourceOf(node: ChildNode): string {
  return isElement(node) ? node.outerHTML : `${node.nodeName} ${node.nodeValue}`;
}

function commonEnds<Item>(left: Item[], right: Item[], isSame: (a: Item, b: Item) => boolean): [number, number] {
  const length = Math.min(left.length, right.length);
  let start = 0;
  while (start < length && isSame(left[start] as Item, right[start] as Item)) start++;
  let end = 0;
  while (end < length - start && isSame(left.at(-1 - end) as Item, right.at(-1 - end) as Item)) end++;
  return [start, end];
}

/** Returns the pairs of equal labels outside of the common subsequence: nodes that moved. */
function movedPairs(
  left: (string | undefined)[],
  right: (string | undefined)[],
  common: [number, number][],
): [number, number][] {
  const [usedLeft, usedRight] = [new Set(common.map(([i]) => i)), new Set(common.map(([, j]) => j))];
  const open = new Map<string, number[]>();
  for (const [i, label] of left.entries())
    if (label !== undefined && !usedLeft.has(i)) open.set(label, [...(open.get(label) ?? []), i]);
  return right.flatMap((label, j): [number, number][] => {
    const i = label === undefined || usedRight.has(j) ? undefined : open.get(label)?.shift();
    return i === undefined ? [] : [[i, j]];
  });
}

function gaps<Item>(left: Item[], right: Item[], common: [number, number][]): [Item[], Item[]][] {
  const bounds: [number, number][] = [[-1, -1], ...common, [left.length, right.length]];
  return bounds.slice(1).map(([i, j], index) => {
    const [l, r] = bounds[index] as [number, number];
    return [left.slice(l + 1, i), right.slice(r + 1, j)];
  });
}
