/** Maximum frequency of a label. More frequent labels are paired by order alone, which is quick and nearly as good. */
const FREQUENT = 32;

interface Run {
  pair: [left: number, right: number];
  before?: Run;
}

/** Algorithm: https://en.wikipedia.org/wiki/Hunt%E2%80%93Szymanski_algorithm. `undefined` matches nothing. */
export function commonSubsequence<Label>(
  left: readonly (Label | undefined)[],
  right: readonly (Label | undefined)[],
): [left: number, right: number][] {
  const positions = placesByLabel(right);
  const ranks = new Map<Label, number>();
  // For each length, the subsequence that ends first on the right.
  const runs: Run[] = [];
  for (const [i, label] of left.entries()) {
    if (label === undefined) continue;
    const found = positions.get(label) ?? [];
    const rank = ranks.get(label) ?? 0;
    ranks.set(label, rank + 1);
    // The order is descending, so that a subsequence cannot contain the same left item twice.
    for (const j of found.length > FREQUENT ? found.slice(rank, rank + 1) : found.toReversed()) {
      const length = firstAtOrAfter(runs, j);
      if (runs[length]?.pair[1] !== j) runs[length] = { pair: [i, j], before: runs[length - 1] };
    }
  }
  const pairs: [number, number][] = [];
  for (let run = runs.at(-1); run; run = run.before) pairs.push(run.pair);
  return pairs.reverse();
}

function placesByLabel<Label>(labels: readonly (Label | undefined)[]): Map<Label, number[]> {
  const offsets = new Map<Label, number[]>();
  for (const [index, label] of labels.entries()) {
    if (label === undefined) continue;
    const found = offsets.get(label);
    if (found) found.push(index);
    else offsets.set(label, [index]);
  }
  return offsets;
}

/** The runs are sorted by their ends. */
function firstAtOrAfter(runs: Run[], position: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run).pair[1] < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
