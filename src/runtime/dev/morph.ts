import { DEMO_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { alignNodes, isBlank, isElement } from './align-nodes.ts';
import { commonSubsequence } from './common-subsequence.ts';

export interface MorphOptions {
  /** Returns whether an element of the page belongs to a script. It is never changed, but it is moved or removed with its key. */
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

/** Updates a node from `before` to `after`. Returns false if that is impossible and the node must be replaced. */
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

/** If the browser supports it, the node keeps its state, so a frame does not reload. */
function move(parent: Element, node: ChildNode, next: ChildNode | null): void {
  if ('moveBefore' in parent && node.getRootNode() === parent.getRootNode()) parent.moveBefore(node, next);
  else (parent as Element).insertBefore(node, next);
}
