import fs from 'node:fs';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { preciseNow } from '../../base/meter.ts';
import type { DemoScripts, RenderedScripts } from '../../bundle/demos/demo-scripts.ts';
import type { DemoScript } from '../../bundle/types.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Cache } from '../../store/cache.ts';
import { environmentOf } from '../../store/tool-files.ts';
import { isBrowserOnly, isCoded } from './browser-only.ts';
import type { RenderedDemos } from './built-demo.ts';
import { type DemoProblem, fenceLocation, findDemoProblems } from './demo-problems.ts';
import type { RequestedDemo } from './demo-protocol.ts';
import type { DemoAnswer, DemoRenderer, ReactBuild, Rendered } from './demo-renderer.ts';

interface Leak {
  /** Id of the demo whose HTML changes. */
  shown: string;
  /** Id of the demo that changes the state. Undefined if rendering the same demo again changes it. */
  changedBy: string | undefined;
  /** Names of the modules that keep the state, or of modules that import them. */
  modules: string[];
}

/** `isTrial`: render all demos in one new context. */
type Render = (demos: RequestedDemo[], options: { verifies: boolean; isTrial?: boolean }) => Promise<Rendered>;

/** Number of attempts to find the demos that must be rendered alone. After that, all demos are rendered alone. */
const ATTEMPTS = 4;

interface Answers {
  answers: Map<string, DemoAnswer>;
  leaks: Leak[];
}

async function renderOnce(demos: RequestedDemo[], render: Render): Promise<Answers> {
  const { answers } = await render(demos, { verifies: false });
  return { answers: new Map(answers.map((answer) => [answer.id, answer])), leaks: [] };
}

/** Finds demos that change the state of modules, or whose HTML depends on that state, and renders them alone. */
export async function renderVerified(demos: RequestedDemo[], render: Render): Promise<Answers> {
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

/** Returns the demos to render alone; undefined if the change does not happen again. */
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
  // The demos before `least` do not change the HTML; the demos before `most` do.
  let [least, most] = [0, others.length];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (await isChangedBy(others.slice(0, middle))) most = middle;
    else least = middle;
  }
  const changedBy = others[most - 1]?.id as string;
  return { leak: { shown: sample.id, changedBy, modules }, alone: [changedBy] };
}

async function isRandom(demo: RequestedDemo, render: Render): Promise<boolean> {
  const texts = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const { answers } = await render([{ ...demo, isAlone: true }], { verifies: false });
    for (const answer of answers) texts.add(answer.type === 'done' ? [answer.html, ...answer.styles].join() : '');
  }
  return texts.size > 1;
}

export interface DemoHtml extends RenderedDemos {
  problems: DemoProblem[];
  /** Warnings about demos that change what other demos use. */
  leaks: Diagnostic[];
}

/**
 * A demo that throws, hangs or ends its process loses only its own HTML: the process is replaced. `clientOnly` demos
 * have none. `setup`: absolute path of the module that runs before every demo; `onTime` in milliseconds.
 */
export async function prerenderDemos(
  rendered: RenderedScripts | null,
  all: EmbeddedDemo[],
  options: {
    root: string;
    setup?: string;
    renderer: DemoRenderer;
    /** The packages of these demos have been found to keep no state. */
    isVerified?: boolean | undefined;
    onTime?: (id: string, timing: { start: number; time: number }) => void;
    signal?: AbortSignal;
  },
): Promise<DemoHtml> {
  const result: DemoHtml = { html: new Map(), styles: new Map(), endless: new Set(), problems: [], leaks: [] };
  const demos = all.filter(({ clientOnly }) => !clientOnly);
  if (!rendered || demos.length === 0) return result;
  const { root } = options;
  const run = createRun(rendered, options.renderer, options.signal);
  const requested = demos.map((demo) => rendered.requestOf(demo));
  const { answers, leaks } = await (options.isVerified ? renderOnce : renderVerified)(requested, run.render);
  const failed: Failure[] = [];
  for (const demo of demos) {
    const answer = answers.get(demo.id);
    if (!answer) continue;
    options.onTime?.(demo.id, answer);
    if (answer.changed.length > 0) result.leaks.push(describeChanges(demo, answer.changed, root));
    if (answer.type === 'failed') {
      failed.push(answer);
      if (answer.timedOut) result.endless.add(demo.id);
      continue;
    }
    result.html.set(demo.id, answer.html);
    if (answer.styles.length > 0) result.styles.set(demo.id, options.renderer.share(answer.styles));
  }
  const byId = new Map(demos.map((demo) => [demo.id, demo]));
  result.leaks.push(...leaks.map((leak) => describeLeak(leak, byId)));
  const reported = failed.filter(({ message }) => !isBrowserOnly(message));
  const inWords = await renderInWords(reported, requested, run);
  const failures = reported.flatMap((answer) => {
    const demo = byId.get(answer.id);
    const { message, stack, isRetried } = inWords.get(answer.id) ?? answer;
    return demo ? [{ demo, message, stack, isRetried }] : [];
  });
  const { reactFolders } = rendered;
  if (failures.length > 0)
    result.problems = await findDemoProblems(failures, run.scripts(), { ...options, reactFolders });
  return result;
}

type Failure = Extract<DemoAnswer, { type: 'failed' }>;

/** Renders demos again with React's development build, which has messages where the production build has only codes. */
async function renderInWords(failed: Failure[], requested: RequestedDemo[], run: Run): Promise<Map<string, Failure>> {
  const coded = new Set(failed.filter(({ message }) => isCoded(message)).map(({ id }) => id));
  const demos = requested.filter(({ id }) => coded.has(id));
  const { answers } = await run.render(demos, { build: 'development' });
  return new Map(
    answers.flatMap((answer) => (answer.type === 'failed' && answer.stack !== '' ? [[answer.id, answer]] : [])),
  );
}

/** Demos that could not be rendered, and `volatile` demos, whose output may differ each time, are not cached. */
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
    new Map(demos.flatMap((demo) => (demo.clientOnly ? [] : [[demo.id, keyOf(demo)] as const]))),
    async (ids) => {
      const wanted = new Set(ids);
      made = await prerenderDemos(
        scripts,
        demos.filter(({ id }) => wanted.has(id)),
        options,
      );
      // HTML that shows a leak is not cached, so that each build reports the warning.
      const leaking = new Set(made.leaks.flatMap((leak) => leak.demos ?? []));
      const clean = Array.from(made.html).filter(([id]) => !leaking.has(id));
      return new Map(clean.map(([id, html]) => [id, { html, styles: made.styles.get(id) ?? [] }]));
    },
  );
  for (const [id, { html, styles }] of rendered) {
    made.html.set(id, html);
    if (styles.length > 0) made.styles.set(id, options.renderer.share(styles));
  }
  return made;
}

type Run = ReturnType<typeof createRun>;

function createRun({ scripts, reactFolders }: RenderedScripts, renderer: DemoRenderer, signal?: AbortSignal) {
  let current = scripts;
  /** Replaces a script with a version that compiles. Returns false if there is no such version. */
  const replace = async (name: string): Promise<boolean> => {
    const refused = current.find((script) => script.name === name);
    // If bundling fails now, a file has just been changed.
    const script = await refused?.compilable?.().catch(() => undefined);
    if (refused && script)
      current = current.map((known) =>
        known === refused ? { ...refused, ...script, hash: undefined, compilable: undefined } : known,
      );
    return script !== undefined;
  };
  return {
    /** Returns the scripts in their last form, which compiles. */
    scripts: (): DemoScript[] => current,
    /** Renders demos, by default with React's production build. */
    async render(
      demos: RequestedDemo[],
      {
        build = 'production',
        verifies = false,
        isTrial = false,
      }: { build?: ReactBuild; verifies?: boolean; isTrial?: boolean },
    ): Promise<Rendered> {
      for (;;) {
        signal?.throwIfAborted();
        const sent = current.map(({ name, code, hash, isOwn = false }) => ({ name, code, hash, isOwn }));
        const outcome = await renderer.render({ scripts: sent, reactFolders, demos, verifies, isTrial }, build);
        const { refused } = outcome;
        if (!refused) return outcome;
        if (await replace(refused.name)) continue;
        const failure = {
          message: refused.message,
          stack: '',
          changed: [],
          isSpoiled: false,
          start: preciseNow(),
          time: 0,
        };
        return { answers: demos.map(({ id }) => ({ type: 'failed', id, ...failure })), verified: [] };
      }
    },
  };
}

/** `names` such as `Array.prototype.last`. */
function describeChanges(demo: EmbeddedDemo, names: string[], root: string): Diagnostic {
  const location = locationOf(demo, names[0] ?? '', root);
  return createDiagnostic('demo-changes-built-ins', { demo: demo.id, names }, { location, demos: [demo.id] });
}

function describeLeak({ shown, changedBy, modules }: Leak, demos: ReadonlyMap<string, EmbeddedDemo>): Diagnostic {
  const location = demos.get(changedBy ?? shown)?.location;
  const ids = changedBy === undefined ? [shown] : [changedBy, shown];
  return createDiagnostic('package-keeps-state', { shown, changedBy, modules }, { location, demos: ids });
}

/** Returns the location of a name in the demo's code, or of its last part. Default: where the demo is embedded. */
function locationOf(demo: EmbeddedDemo, name: string, root: string): Location {
  const text = demo.code?.text ?? fs.readFileSync(demo.filePath, 'utf8');
  const part = name.slice(name.lastIndexOf('.') + 1);
  const offset = [name, part].map((wanted) => text.indexOf(wanted)).find((index) => index !== -1);
  if (offset === undefined) return demo.location;
  const file = demo.code ? 'fence:' : relativePath(root, demo.filePath);
  return fenceLocation(locate(file, text, offset, part.length), demo) ?? demo.location;
}
