/** Creates a generator of pseudorandom numbers with a seed: below 1, or integers from 0 up to `below`. */
export function createRandom(seed: number): (below?: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const fraction = state / 2 ** 32;
    return below === undefined ? fraction : Math.floor(fraction * below);
  };
}
