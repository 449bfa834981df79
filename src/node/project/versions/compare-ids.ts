/** Compares ids of versions by their numbers: `9.x` is before `10.x`, and `2.0-beta` before `2.0`. */
export function compareIds(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const difference = rank(one[index]) - rank(other[index]);
    if (difference !== 0) return difference;
    if (one[index] !== other[index]) return (one[index] ?? '') < (other[index] ?? '') ? -1 : 1;
  }
  return 0;
}

function partsOf(id: string): string[] {
  return id.replace(/^v(?=\d)/i, '').match(/\d+|[A-Za-z]+/g) ?? [];
}

/** Numbers are ranked by value, after a missing part, which is after a word such as `beta`. The `x` of `1.x` is the last number. */
function rank(part: string | undefined): number {
  if (part === undefined) return 0;
  if (/^\d/.test(part)) return Number(part) + 1;
  return part.toLowerCase() === 'x' ? Number.MAX_SAFE_INTEGER : -1;
}
