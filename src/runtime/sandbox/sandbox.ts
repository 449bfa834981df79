import { markColor } from '../../shared/color-marks.ts';
import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import {
  type FramePreferences,
  type FrameSource,
  type FromFrame,
  type LiveFailure,
  sizeFault,
  type ToFrame,
} from '../live/protocol.ts';
import { META_ENV } from './compiled.ts';
import { confine } from './confine.ts';
import { describeFailure, PlacedError } from './failures.ts';
import { guardFocus } from './guard-focus.ts';
import { type Compilation, compileFiles, evaluate, placeIn } from './modules.ts';
import { createStage, REMOVED, type Stage } from './render.ts';
import { runScript } from './run-script.ts';
import { compileSheets, type FrameSheets, showSheets } from './sheets.ts';

/**
 * Runs edited demos for the page around this document. It does so in an opaque origin only: opened in any other way, the
 * document would run what a stranger sends it with the rights of the site.
 */
export function startSandbox(): void {
  if (self.origin !== 'null' || parent === window) return;
  let runner: ReturnType<typeof createRunner> | undefined;
  confine((name) => runner?.refuse(name));
  addEventListener('message', ({ source, ports: [port, presses] }) => {
    if (source !== parent || !port || !presses || runner) return;
    guardFocus(presses);
    runner = listen(port);
  });
}

/** Does what is asked for by the port, and answers by it. */
function listen(port: MessagePort): ReturnType<typeof createRunner> {
  const send = (message: FromFrame): void => port.postMessage(JSON.stringify(message));
  const runner = createRunner(send);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'ping') send({ type: 'pong' });
    else if (data.type === 'setup') void runner.setUp(data.source, data.scripts, data.preferences);
    else if (data.type === 'script') runner.load([data.text]);
    else if (data.type === 'preferences') runner.prefer(data.preferences);
    else void runner.run(data.run, data.files);
  };
  send({ type: 'ready' });
  return runner;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the demo in the frame over its runs, of which a later one overtakes the others
function createRunner(send: (message: FromFrame) => void) {
  let source: FrameSource | undefined;
  let stage: Stage | undefined;
  let compilation: Compilation | undefined;
  let shownSheets: FrameSheets['css'] = {};
  let latest = 0;
  /** Resolves when the scripts have run. */
  let ready: Promise<void> | undefined;
  /** Run whose demo removed its element: told once. */
  let emptied: number | undefined;
  /** Elements that this run was refused: each is told once. */
  const refused = new Set<string>();
  const describe = (error: unknown, kind: LiveFailure['kind']): LiveFailure =>
    describeFailure(error, kind, (...place) => compilation && placeIn(compilation, ...place));
  /** The last error of this run. The guards throw the same error for everything that they stop together. */
  let thrown: unknown;
  const fail = (error: unknown): boolean => {
    if (error !== undefined && error === thrown) return false;
    thrown = error;
    send({ type: 'failed', failure: describe(error, 'runtime') });
    return true;
  };

  const load = (scripts: string[]): void => {
    // The document loads nothing: its scripts are sent to it.
    for (const text of scripts) runScript(text);
  };

  let preferences: FramePreferences | undefined;
  const prefer = (wanted: FramePreferences): void => {
    preferences = wanted;
    applyPreferences(wanted, source);
  };

  /** Compiles and evaluates ahead what the first run takes, until there is one. */
  const warmUp = async ({ originals, imports, modules }: FrameSource): Promise<void> => {
    const table = globalThis.cascaderModules ?? {};
    const packages = new Set(Object.values(imports).flatMap((targets) => Object.values(targets)));
    const files: Record<string, string> = {};
    const compile = ([name, text]: [string, string]) => {
      files[name] = text;
      compilation = compileFiles({ ...modules, ...files }, imports, compilation);
    };
    const steps = [
      ...Object.entries(originals).map((file) => () => compile(file)),
      ...[...packages].map((name) => () => Object.hasOwn(table, name) && table[name]?.()),
    ];
    for (const step of steps) {
      await nextTask();
      if (latest > 0) return;
      step();
    }
  };

  return {
    load,
    prefer,
    refuse(name: string): void {
      const element = name.toLowerCase();
      if (refused.has(element)) return;
      refused.add(element);
      fail(new Error(`An edited demo cannot use <${element}>: it is closed in its frame`));
    },
    /** Script by script, each a task: in browsers that give a frame no process this is the thread of the page. */
    async setUp(newSource: FrameSource, scripts: string[], wanted: FramePreferences): Promise<void> {
      source = newSource;
      // Preferences are applied before any script reads them.
      prefer(wanted);
      Object.assign(globalThis, {
        // In the site's own bundles the bundler sees to it.
        global: globalThis,
        ...environment(newSource.env),
        require: (name: string) => globalThis.cascaderModules?.[name]?.(),
        // Less for browsers must leave the document alone.
        less: { env: 'production', onReady: false, logLevel: 0 },
      });
      ready = (async () => {
        for (const script of scripts) {
          await nextTask();
          load([script]);
        }
        stage = createStage(fail);
      })();
      try {
        await ready;
      } catch (error) {
        send({ type: 'failed', failure: describe(error, 'setup') });
        return;
      }
      watchHeight((height) => send({ type: 'height', height }));
      watchFaults(fail, () => {
        if (!stage || stage.isWhole() || emptied === latest) return;
        emptied = latest;
        fail(new Error(REMOVED));
      });
      // What is wrong with the files or the packages is told when they are run.
      await warmUp(source).catch(() => undefined);
    },
    async run(run: number, files: Record<string, string>): Promise<void> {
      latest = run;
      await ready?.catch(() => undefined);
      if (!source || !stage || run !== latest) return;
      refused.clear();
      thrown = undefined;
      let kind: LiveFailure['kind'] = 'compile';
      try {
        const next = compileFiles({ ...source.modules, ...files }, source.imports, compilation);
        const sheets = await compileSheets(source, files);
        const styles = Object.fromEntries(Object.entries(sheets.written).filter(([name]) => name.startsWith('./')));
        const fault = sizeFault(styles, 'The style sheets of the demo');
        if (fault) throw new RangeError(fault);
        // A later run has overtaken this one.
        if (run !== latest) return;
        compilation = next;
        kind = 'render';
        showSheets(sheets.css);
        if (!(await stage.show(evaluate(next, source, sheets.classes), () => run === latest))) return;
        // The body may be a new one.
        if (preferences) applyPreferences(preferences, source);
        shownSheets = sheets.css;
        if (run === latest) send({ type: 'rendered', run, styles });
      } catch (error) {
        if (kind === 'render') showSheets(shownSheets);
        const failure = describe(error, error instanceof PlacedError ? 'compile' : kind);
        if (run === latest) send({ type: 'failed', run, failure });
      }
    },
  };
}

/** What a demo may read of its environment; the compiler puts the second name in place of `import.meta.env`. */
function environment(env: FrameSource['env'] = { MODE: 'production', DEV: false, PROD: true, SSR: false }) {
  return { process: { env: { ...env, NODE_ENV: env.MODE } }, [META_ENV]: env };
}

/** Lets the thread do what else waits. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function applyPreferences(
  { color, lang, dir, style }: FramePreferences,
  source: Pick<FrameSource, 'prefersColor'> = {},
): void {
  const root = document.documentElement;
  root.setAttribute(COLOR_ATTRIBUTE, color);
  root.style.colorScheme = color;
  if (source.prefersColor) markColor(root, color, source.prefersColor);
  root.lang = lang;
  root.dir = dir;
  for (const [name, value] of Object.entries(style)) document.body?.style.setProperty(name, value);
}

/** Tells how high the document is, whatever changes it: a popup changes no size that could be observed. */
function watchHeight(onHeight: (height: number) => void): void {
  let told = 0;
  let waiting = false;
  const measure = (): void => {
    waiting = false;
    const height = Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0);
    if (height !== told) onHeight(height);
    told = height;
  };
  const schedule = (): void => {
    if (waiting) return;
    waiting = true;
    setTimeout(measure, 16);
  };
  new ResizeObserver(schedule).observe(document.documentElement);
  new MutationObserver(schedule).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  for (const type of ['transitionend', 'animationend', 'load']) document.addEventListener(type, schedule, true);
}

/** Tells what is thrown outside of React, and what the policy of the document forbids. */
function watchFaults(fail: (error: unknown) => boolean, onChange: () => void): void {
  // A repeated error stays out of the console, which a hundred thousand lines would block.
  addEventListener('error', (event) => fail(event.error ?? new Error(event.message)) || event.preventDefault());
  addEventListener('unhandledrejection', (event) => fail(event.reason) || event.preventDefault());
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    fail(new Error(`An edited demo cannot reach ${blockedURI}: ${effectiveDirective} is closed in its frame`)),
  );
  new MutationObserver(onChange).observe(document, { subtree: true, childList: true });
}
