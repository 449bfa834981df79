/** The keys of a step, as its source has them: `Enter`, `Shift+Tab`. */

/** A key, or keys that are held together, pressed once or several times in a row. */
export interface KeyPress {
  /** Names of `KeyboardEvent.key`, held keys first. */
  keys: string[];
  count: number;
}

/** Splits a combination into the names of its keys. The key `+` is a name too. */
export function splitKeys(combination: string): string[] {
  return combination.split(/(?<=.)\+(?=.)/);
}

/** Combines presses of the same keys in a row. */
export function collapseKeys(combinations: string[]): KeyPress[] {
  const presses: KeyPress[] = [];
  for (const [index, combination] of combinations.entries()) {
    const last = presses.at(-1);
    if (last && combinations[index - 1] === combination) last.count++;
    else presses.push({ keys: splitKeys(combination), count: 1 });
  }
  return presses;
}
