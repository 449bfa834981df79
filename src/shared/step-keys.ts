/** Keys that are pressed together, such as `Enter` or `Shift+Tab`. */

export interface KeyPress {
  /** Names of `KeyboardEvent.key`, held keys first. */
  keys: string[];
  count: number;
}

/** Splits a combination into the names of its keys. The key `+` is a name too. */
export function splitKeys(combination: string): string[] {
  return combination.split(/(?<=.)\+(?=.)/);
}

export function collapseKeys(combinations: string[]): KeyPress[] {
  const presses: KeyPress[] = [];
  for (const [index, combination] of combinations.entries()) {
    const last = presses.at(-1);
    if (last && combinations[index - 1] === combination) last.count++;
    else presses.push({ keys: splitKeys(combination), count: 1 });
  }
  return presses;
}
