import type { DemoContract, StateContract } from './record-contract.ts';

export type ContractSection = keyof StateContract;

/** A difference between two contracts, with all demos in which it occurs. */
export interface ContractChange {
  section: ContractSection;
  change: 'added' | 'removed' | 'order' | 'number';
  /** The line that was added or removed. Empty if the order differs. */
  text: string;
  /** How often the line occurred before, and occurs now. */
  counts?: [before: number, after: number];
  /** Ids of demos, each with its named state: `button-basic · open`. */
  where: string[];
}

/** Names of the sections, in the order of a report. */
export const SECTIONS: Record<ContractSection, string> = {
  steps: 'steps',
  console: 'console',
  accessibility: 'accessibility',
  roles: 'roles and names',
  focus: 'order of focus',
  attributes: 'data and aria attributes',
  elements: 'elements',
  reads: 'custom properties that elements read',
  defines: 'custom properties that style sheets define',
};

/** Compares the states of the demos in both contracts. Each change has only one demo. */
export function compareContracts(
  before: ReadonlyMap<string, DemoContract>,
  after: ReadonlyMap<string, DemoContract>,
): ContractChange[] {
  return [...after].flatMap(([id, states]) =>
    [...states].flatMap(([state, contract]) => {
      const old = before.get(id)?.get(state);
      if (!old) return [];
      const where = [state === '' ? id : `${id} · ${state}`];
      return changesOf(old, contract).map((change): ContractChange => ({ ...change, where }));
    }),
  );
}

/** Returns the id of the demo for a change with only one demo. */
export function demoOf({ where }: ContractChange): string {
  return where[0]?.split(' · ')[0] ?? '';
}

/** Joins equal changes of several demos. */
export function joinChanges(changes: readonly ContractChange[]): ContractChange[] {
  const found = new Map<string, ContractChange>();
  for (const { where, ...change } of changes) {
    const key = JSON.stringify(change);
    found.set(key, { ...change, where: [...(found.get(key)?.where ?? []), ...where] });
  }
  const order = Object.keys(SECTIONS);
  return [...found.values()].sort(
    (one, other) =>
      order.indexOf(one.section) - order.indexOf(other.section) ||
      one.change.localeCompare(other.change, 'en') ||
      (one.text < other.text ? -1 : Number(one.text > other.text)),
  );
}

type Change = Omit<ContractChange, 'where'>;

function changesOf(before: StateContract, after: StateContract): Change[] {
  const found = (Object.keys(SECTIONS) as ContractSection[]).flatMap((section) =>
    [...linesChanged(before[section], after[section])].map((change): Change => ({ section, ...change })),
  );
  const roles = found.filter(({ section }) => section === 'roles');
  if (roles.length === 0) return found;
  const isRenamed = before.focus.map(tagOf).join() === after.focus.map(tagOf).join();
  return found.filter(({ section, ...change }) => section !== 'focus' || !(isRenamed || follows(change, roles)));
}

/** Returns the role or tag in a line of the section `focus`, without the name. */
const tagOf = (line: string): string => line.split(' ', 1)[0] ?? '';

/** Returns true for an element in the focus order that was added or removed together with its role. */
function follows({ change, text }: Pick<Change, 'change' | 'text'>, roles: readonly Change[]): boolean {
  const name = text.slice(tagOf(text).length + 1, -1);
  const has = (one: Change['change']): boolean => roles.some((role) => role.change === one && role.text.includes(name));
  const opposite = change === 'added' ? 'removed' : 'added';
  return change === 'order' || (name.length > 1 && has(change) && !has(opposite));
}

function* linesChanged(
  before: readonly string[],
  after: readonly string[],
): Generator<Pick<ContractChange, 'change' | 'text' | 'counts'>> {
  const [old, now] = [countLines(before), countLines(after)];
  let isEqual = true;
  for (const text of new Set([...old.keys(), ...now.keys()])) {
    const counts: [number, number] = [old.get(text) ?? 0, now.get(text) ?? 0];
    if (counts[0] === counts[1]) continue;
    isEqual = false;
    if (counts[0] === 0) yield { change: 'added', text };
    else if (counts[1] === 0) yield { change: 'removed', text };
    else yield { change: 'number', text, counts };
  }
  if (isEqual && before.some((line, index) => line !== after[index])) yield { change: 'order', text: '' };
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
