import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';

/** Range of a value or key in the source, as offsets; the end is exclusive. */
export type Range = readonly [start: number, end: number];

/** A plain value with the ranges of its keys and values, by key path such as `hero.actions.0.link`. */
export interface YamlValues {
  value: unknown;
  ranges: Map<string, Range>;
  keyRanges: Map<string, Range>;
}

export class YamlValueError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'YamlValueError';
    this.offset = offset;
  }
}

/** Maximum number of values; only nested aliases produce more. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 100;
const DANGEROUS_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Objects have no prototype and no dangerous keys. Throws a {@link YamlValueError} for unknown or too many aliases, and
 * for keys that are not text.
 */
export function yamlValues(document: Document, offset: number, restore = (text: string): string => text): YamlValues {
  const ranges = new Map<string, Range>();
  const keyRanges = new Map<string, Range>();
  let count = 0;
  const rangeOf = (node: Node): Range => [(node.range?.[0] ?? 0) + offset, (node.range?.[1] ?? 0) + offset];

  const visit = (node: Node | null, path: string, depth: number): unknown => {
    if (!node) return null;
    const range = rangeOf(node);
    ranges.set(path, range);
    if (++count > MAX_VALUES) throw new YamlValueError('Aliases expand to too many values', range[0]);
    if (depth > MAX_DEPTH) throw new YamlValueError('Values are nested too deeply', range[0]);
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (!target)
        throw new YamlValueError(
          `Unknown alias *${node.source}: no value before it has the anchor &${node.source}`,
          range[0],
        );
      const value = visit(target, path, depth + 1);
      ranges.set(path, range);
      return value;
    }
    if (isScalar(node)) return scalarValue(node, restore);
    if (isSeq(node)) return node.items.map((item, i) => visit(item as Node | null, childPath(path, i), depth + 1));
    if (!isMap(node)) return null;
    const object: Record<string, unknown> = Object.create(null);
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      if (!isScalar(pair.key)) throw new YamlValueError('A key must be text', rangeOf(pair.key)[0]);
      const key = restore(String(pair.key.value));
      if (DANGEROUS_KEYS.has(key)) continue;
      const ownPath = childPath(path, key);
      keyRanges.set(ownPath, rangeOf(pair.key));
      object[key] = visit(pair.value, ownPath, depth + 1);
    }
    return object;
  };
  return { value: visit(document.contents as Node | null, '', 0), ranges, keyRanges };
}

function childPath(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`;
}

/** Returns a JSON value; other numbers such as `.inf` become text as written. */
function scalarValue({ value, source }: Scalar, restore: (text: string) => string): unknown {
  if (typeof value === 'string') return restore(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  return source ?? String(value);
}
