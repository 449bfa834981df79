/**
 * Packages keep state in their modules, such as a counter of ids. Demos that change it, or whose HTML shows it, are
 * rendered alone.
 */
import type { DemoAnswer } from './demo-process.ts';
import type { RequestedDemo } from './demo-protocol.ts';
import type { Rendered } from './demo-renderer.ts';

export interface Leak {
  /** Id of the demo whose HTML changes. */
  shown: string;
  /** Id of the demo that changes the state. Undefined if rendering the same demo again changes it. */
  changedBy: string | undefined;
  /** Names of the modules that keep the state, or of modules that import them. */
  modules: string[];
}

/** `isTrial`: render all demos in one new context. */
type Render = (demos: RequestedDemo[], options: { verifies: boolean; isTrial?: boolean }) => Promise<Rendered>;

/** Number of attempts to find the demos that must be rendered alone. Afterwards, all demos are. */
const ATTEMPTS = 4;

export async function renderVerified(
  demos: RequestedDemo[],
  render: Render,
): Promise<{ answers: Map<string, DemoAnswer>; leaks: Leak[] }> {
  const answers = new Map<string, DemoAnswer>();
  const leaks: Leak[] = [];
  let waiting = demos;
  for (let attempt = 1; ; attempt++) {
    const verifies = attempt <= ATTEMPTS;
    const requested = verifies ? waiting : waiting.map((demo) => ({ ...demo, isAlone: true }));
    const { answers: found, verified } = await render(requested, { verifies });
    for (const answer of found) answers.set(answer.id, answer);
    const drifts = verified.filter(({ different }) => different.length > 0);
    if (drifts.length === 0) return { answers, leaks };
    const alone = new Set<string>();
    for (const drift of drifts) {
      const leak = await findLeak(drift, waiting, render);
      if (leak?.leak) leaks.push(leak.leak);
      for (const id of leak?.alone ?? drift.ids) alone.add(id);
    }
    const again = new Set(drifts.flatMap(({ ids }) => ids));
    waiting = waiting
      .filter(({ id }) => again.has(id))
      .map((demo) => (alone.has(demo.id) ? { ...demo, isAlone: true } : demo));
  }
}

/** Undefined if the change does not happen again. */
async function findLeak(
  { ids, same, different }: Rendered['verified'][number],
  demos: RequestedDemo[],
  render: Render,
): Promise<{ leak?: Leak; alone: string[] } | undefined> {
  const byId = new Map(demos.map((demo) => [demo.id, demo]));
  const pick = (list: string[]): RequestedDemo[] => list.flatMap((id) => byId.get(id) ?? []);
  const [sample] = pick(different);
  if (!sample) return undefined;
  const steady = new Set(pick(same).flatMap(({ modules }) => modules));
  const modules = sample.modules.filter((name) => !steady.has(name));
  const others = pick(ids).filter(({ id }) => id !== sample.id);
  const isChangedBy = async (before: RequestedDemo[]): Promise<boolean> => {
    const { verified } = await render([sample, ...before], { verifies: true, isTrial: true });
    return verified.some((group) => group.different.includes(sample.id));
  };
  if (await isChangedBy([])) {
    if (await isRandom(sample, render)) return { alone: [sample.id] };
    const alone = pick(ids).filter((demo) => demo.modules.some((name) => modules.includes(name)));
    return { leak: { shown: sample.id, changedBy: undefined, modules }, alone: alone.map(({ id }) => id) };
  }
  if (!(await isChangedBy(others))) return undefined;
  // The demos before `least` do not change it, those before `most` do.
  let [least, most] = [0, others.length];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (await isChangedBy(others.slice(0, middle))) most = middle;
    else least = middle;
  }
  const changedBy = others[most - 1]?.id as string;
  return { leak: { shown: sample.id, changedBy, modules }, alone: [changedBy] };
}

/** Returns whether the HTML of a demo differs each time. */
async function isRandom(demo: RequestedDemo, render: Render): Promise<boolean> {
  const texts = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const { answers } = await render([{ ...demo, isAlone: true }], { verifies: false });
    for (const answer of answers) texts.add(answer.type === 'done' ? [answer.html, ...answer.styles].join() : '');
  }
  return texts.size > 1;
}
