import { preciseNow } from '../base/meter.ts';
import type { DemoScripts, RenderedScripts } from '../bundle/demos/demo-scripts.ts';
import type { DemoScript } from '../bundle/types.ts';
import type { RenderedDemos } from '../demos/built-demo.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Cache } from '../store/cache.ts';
import { environmentOf } from '../store/environment.ts';
import { type DemoProblem, findDemoProblems } from './demo-problems.ts';
import type { WorkerRequest } from './demo-protocol.ts';
import type { DemoAnswer, DemoRenderer, ReactBuild } from './demo-renderer.ts';
import { isCoded } from './react-message.ts';

/** Messages of components that need a browser. Their demos render only there, which is not an error. */
const BROWSER_ONLY = [
  'Unable to find node on an unmounted component',
  '#188',
  'Portals are not currently supported by the server renderer',
  '#257',
];

/** The HTML of demos, and the errors of those that could not be rendered. */
export interface DemoHtml extends RenderedDemos {
  problems: DemoProblem[];
}

/**
 * Renders demos to HTML in a child process. A demo that throws, hangs, ends its process or does not compile loses only its own
 * HTML: the process is replaced and continues with the next demo.
 *
 * @param options.root folder to which locations are relative
 * @param options.setup absolute path of the module that runs before every demo
 * @param options.renderer the child processes to use; they are not closed
 * @param options.onTime called with the id of a demo and its time in milliseconds
 * @param options.signal ends the work
 */
export async function prerenderDemos(
  rendered: RenderedScripts | null,
  demos: EmbeddedDemo[],
  options: {
    root: string;
    setup?: string;
    renderer: DemoRenderer;
    onTime?: (id: string, timing: { start: number; time: number }) => void;
    signal?: AbortSignal;
  },
): Promise<DemoHtml> {
  const result: DemoHtml = { html: new Map(), styles: new Map(), endless: new Set(), problems: [] };
  if (!rendered || demos.length === 0) return result;
  const run = createRun(rendered, options.renderer, options.signal);
  const first = await run.render(
    demos.map(({ id }) => id),
    'production',
  );
  const answers: DemoAnswer[] = [];
  // It took too long by the clock. The machine may have been busy.
  for (const answer of first) answers.push(isLate(answer) ? await run.renderAlone(answer) : answer);
  for (const { id, start, time } of answers) options.onTime?.(id, { start, time });
  const failed = answers.flatMap((answer) => (answer.type === 'failed' ? [answer] : []));
  for (const answer of answers) {
    if (answer.type !== 'done') continue;
    result.html.set(answer.id, answer.html);
    if (answer.styles.length > 0) result.styles.set(answer.id, answer.styles);
  }
  for (const answer of failed) if (isLate(answer)) result.endless.add(answer.id);
  const reported = failed.filter(({ message }) => !BROWSER_ONLY.some((known) => message.includes(known)));
  // React's production build has only codes. The author gets the message of the development build.
  const coded = reported.filter(({ message }) => isCoded(message)).map(({ id }) => id);
  const inWords = new Map((await run.render(coded, 'development')).map((answer) => [answer.id, answer]));
  const byId = new Map(demos.map((demo) => [demo.id, demo]));
  const failures = reported.flatMap((answer) => {
    const demo = byId.get(answer.id);
    const again = inWords.get(answer.id);
    const { message, stack } = again?.type === 'failed' && again.stack !== '' ? again : answer;
    return demo ? [{ demo, message, stack }] : [];
  });
  if (failures.length > 0) result.problems = await findDemoProblems(failures, run.scripts(), options);
  return result;
}

/**
 * Renders demos like {@link prerenderDemos}, with a cache. Demos that could not be rendered, and `volatile` demos, whose output may
 * differ each time, are rendered again.
 */
export async function renderChangedDemos(
  scripts: DemoScripts | null,
  demos: EmbeddedDemo[],
  { cache, isKept, ...options }: { cache: Cache; isKept: boolean } & Parameters<typeof prerenderDemos>[2],
): Promise<DemoHtml> {
  const environment = environmentOf();
  const keyOf = (demo: EmbeddedDemo): unknown => {
    const key = isKept && !demo.volatile ? scripts?.keyOf(demo) : undefined;
    return key && [key, environment];
  };
  let made = await prerenderDemos(null, [], options);
  const rendered = await cache.rememberEach(
    'rendered',
    new Map(demos.map((demo) => [demo.id, keyOf(demo)])),
    async (ids) => {
      const wanted = new Set(ids);
      made = await prerenderDemos(
        scripts,
        demos.filter(({ id }) => wanted.has(id)),
        options,
      );
      return new Map(Array.from(made.html, ([id, html]) => [id, { html, styles: made.styles.get(id) ?? [] }]));
    },
  );
  return {
    ...made,
    html: new Map(Array.from(rendered, ([id, { html }]) => [id, html])),
    styles: new Map(Array.from(rendered).flatMap(([id, { styles }]) => (styles.length > 0 ? [[id, styles]] : []))),
  };
}

function isLate(answer: DemoAnswer): boolean {
  return answer.type === 'failed' && answer.timedOut === true;
}

/** Renders until every demo has an answer. */
interface Run {
  render(ids: string[], build: ReactBuild): Promise<DemoAnswer[]>;
  /** Renders a demo again. Returns the first answer if there is no other. */
  renderAlone(answer: DemoAnswer): Promise<DemoAnswer>;
  /** Returns the scripts in their last form, which compiles. */
  scripts(): DemoScript[];
}

function createRun({ scripts, reactFolders }: RenderedScripts, renderer: DemoRenderer, signal?: AbortSignal): Run {
  let current = scripts;
  /** Replaces a script by a version without the modules that do not compile. Returns false if there is no such version. */
  const replace = async (name: string): Promise<boolean> => {
    const refused = current.find((script) => script.name === name);
    // If bundling fails now, a file has just been changed.
    const script = await refused?.compilable?.().catch(() => undefined);
    if (script) current = current.map((known) => (known === refused ? { name, ...script } : known));
    return script !== undefined;
  };
  const requestOf = (ids: string[]): WorkerRequest => ({
    scripts: current.map(({ name, code }) => ({ name, code })),
    reactFolders,
    ids,
  });
  return {
    scripts: () => current,
    async renderAlone(answer) {
      signal?.throwIfAborted();
      const { answers } = await renderer.renderAlone(requestOf([answer.id]));
      return answers[0] ?? answer;
    },
    async render(ids, build) {
      const answers: DemoAnswer[] = [];
      let waiting = ids;
      while (waiting.length > 0) {
        signal?.throwIfAborted();
        const outcome = await renderer.render(requestOf(waiting), build);
        answers.push(...outcome.answers);
        if (outcome.refused && !(await replace(outcome.refused.name))) {
          const { message } = outcome.refused;
          return [
            ...answers,
            ...waiting.map((id) => ({ type: 'failed' as const, id, message, stack: '', start: preciseNow(), time: 0 })),
          ];
        }
        const settled = new Set(outcome.answers.map(({ id }) => id));
        waiting = waiting.filter((id) => !settled.has(id));
      }
      return answers;
    },
  };
}
