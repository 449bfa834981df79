/** Divides a list into groups whose boundaries depend on the items near them, so that an edit changes few groups. */

/** Item of a list: its key decides whether it may begin a group. */
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

/** Collects items into groups. */
export interface Divider<Item> {
  /** Returns whether the item would begin a new group. */
  begins(item: Item): boolean;
  /** Adds an item. Returns the group before it if the item begins a new one. */
  add(item: Item): Item[];
  /** Returns the items of the last group. */
  end(): Item[];
}

export function createDivider<Item extends Divisible>(limits: GroupLimits<Item>): Divider<Item> {
  const { sizeOf, most, least = Number.POSITIVE_INFINITY, every = 1 } = limits;
  let group: Item[] = [];
  let length = 0;
  const begins = (item: Item): boolean => {
    if (group.length === 0) return false;
    // Such a boundary depends on its key alone, so groups are the same again soon after a changed item.
    const ends = length >= least && fnv1a(item.key) % every === 0;
    return ends || length + sizeOf(item) > most;
  };
  const end = (): Item[] => {
    const ended = group;
    group = [];
    length = 0;
    return ended;
  };
  return {
    begins,
    add(item) {
      const ended = begins(item) ? end() : [];
      group.push(item);
      length += sizeOf(item);
      return ended;
    },
    end,
  };
}

/** Divides all items of a list. */
export function* divide<Item extends Divisible>(items: Iterable<Item>, limits: GroupLimits<Item>): Generator<Item[]> {
  const divider = createDivider(limits);
  for (const item of items) {
    const group = divider.add(item);
    if (group.length > 0) yield group;
  }
  const last = divider.end();
  if (last.length > 0) yield last;
}

/** Returns the FNV-1a hash of a string: fast, and the same on every system. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
