/** Divides a list into groups whose boundaries depend on the items near them, so that an edit changes few groups. */

export interface Divisible {
  key: string;
}

export interface GroupLimits<Item> {
  sizeOf: (item: Item) => number;
  /** Maximum total size; a larger item forms its own group. */
  most: number;
  /** Minimum size at which a group may end early: one key in `every` begins a new group. Default: groups do not end early. */
  least?: number;
  every?: number;
}

export function* divide<Item extends Divisible>(items: Iterable<Item>, limits: GroupLimits<Item>): Generator<Item[]> {
  const { sizeOf, most, least = Number.POSITIVE_INFINITY, every = 1 } = limits;
  let group: Item[] = [];
  let length = 0;
  for (const item of items) {
    // Such a boundary depends on its key alone, so groups are the same again soon after a changed item.
    const mayEnd = length >= least && fnv1a(item.key) % every === 0;
    if (group.length > 0 && (mayEnd || length + sizeOf(item) > most)) {
      yield group;
      group = [];
      length = 0;
    }
    group.push(item);
    length += sizeOf(item);
  }
  if (group.length > 0) yield group;
}

/** Returns the FNV-1a hash of a string: fast, and the same on every system. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
