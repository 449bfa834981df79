/** Creates a seeded generator of pseudorandom numbers between 0 and 1, or of integers from 0 to `below - 1`. */
export function createRandom(seed: number): (below?: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const fraction = state / 2 ** 32;
    return below === undefined ? fraction : Math.floor(fraction * below);
  };
}
