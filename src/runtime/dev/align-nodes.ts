import { commonSubsequence } from './common-subsequence.ts';

export interface AlignOptions {
  /** Returns an identity for the element that is independent of its content, or undefined if there is none. */
  keyOf(node: Node): string | undefined;
  /** Nodes with these keys match only each other, regardless of their content. */
  pinned: ReadonlySet<string>;
  /**
   * True if the left list is the page's copy of the right one, which scripts may have changed: same kind needs equal
   * number.
   */
  isCopy: boolean;
}

/** Nodes with equal labels may match. A node without a label matches none. */
type Label = (node: ChildNode) => string | undefined;

/**
 * Matches first equal keys or nodes, even if moved; between them, in order, equal content, equal beginnings, same kind.
 */
export function alignNodes(
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

export function isBlank(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && /^\s*$/.test(node.nodeValue ?? '');
}

export function isElement(node: Node): node is Element {
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
