import { markColor } from '../../shared/color-marks.ts';
import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ownValue } from '../../shared/own-value.ts';
import {
  type FramePreferences,
  type FrameSource,
  type FromFrame,
  type LiveFailure,
  sizeFault,
} from '../live/protocol.ts';
import { META_ENV } from './compiled.ts';
import { describeFailure, PlacedError } from './failures.ts';
import { type Compilation, compileFiles, evaluate, placeIn } from './modules.ts';
import { createStage, REMOVED, type Stage } from './render.ts';
import { runScript } from './run-script.ts';
import { compileSheets, type FrameSheets, showSheets } from './sheets.ts';

type Files = Record<string, string>;

export type Runner = ReturnType<typeof createRunner>;

/** A newer run replaces older ones. */
export function createRunner(send: (message: FromFrame) => void) {
  let source: FrameSource | undefined;
  let preferences: FramePreferences | undefined;
  let stage: Stage | undefined;
  let compilation: Compilation | undefined;
  let shownSheets: FrameSheets['css'] = {};
  let latest = 0;
  let ready: Promise<void> | undefined;
  /** The run in which a removed demo was reported; each run reports it only once. */
  let emptied: number | undefined;
  const { fail, refuse, describe, clear } = createToldFailures(send, () => compilation);

  const prefer = (wanted: FramePreferences): void => {
    preferences = wanted;
    applyPreferences(wanted, source);
  };
  const onChange = (): void => {
    if (!stage || stage.isWhole() || emptied === latest) return;
    emptied = latest;
    fail(new Error(REMOVED));
  };

  return {
    /** Runs another script. The page sends all scripts, because the document may not load any. */
    load: runScript,
    prefer,
    refuse,
    /** Runs the scripts, then compiles and evaluates in advance what the first run needs. */
    async setUp(given: FrameSource, scripts: string[], wanted: FramePreferences): Promise<void> {
      source = given;
      // Preferences are applied before any script reads them.
      prefer(wanted);
      setGlobals(given.env);
      ready = inTasks(scripts.map((script) => () => runScript(script))).then(() => {
        stage = createStage(fail);
      });
      try {
        await ready;
      } catch (error) {
        send({ type: 'failed', failure: describe(error, 'setup') });
        return;
      }
      watchHeight((height) => send({ type: 'height', height }));
      watchFaults(fail, onChange);
      const steps = stepsAhead(given, (files) => {
        compilation = compileScripts(given, files, compilation);
      });
      // Errors of the files or packages are reported when they run.
      await inTasks(steps, () => latest === 0).catch(() => undefined);
    },
    async run(run: number, files: Files): Promise<void> {
      latest = run;
      const isLatest = (): boolean => run === latest;
      await ready?.catch(() => undefined);
      if (!source || !stage || !isLatest()) return;
      clear();
      let kind: LiveFailure['kind'] = 'compile';
      try {
        const next = compileScripts(source, files, compilation);
        const { sheets, styles } = await compileStyles(source, files);
        // A newer run has replaced this one.
        if (!isLatest()) return;
        compilation = next;
        kind = 'render';
        showSheets(sheets.css);
        if (!(await stage.show(evaluate(next, source, sheets.classes), isLatest))) return;
        // The demo may have replaced the body.
        if (preferences) applyPreferences(preferences, source);
        shownSheets = sheets.css;
        if (isLatest()) send({ type: 'rendered', run, styles });
      } catch (error) {
        if (kind === 'render') showSheets(shownSheets);
        const failure = describe(error, error instanceof PlacedError ? 'compile' : kind);
        if (isLatest()) send({ type: 'failed', run, failure });
      }
    },
  };
}

function compileScripts({ modules, imports }: FrameSource, files: Files, last: Compilation | undefined): Compilation {
  return compileFiles({ ...modules, ...files }, imports, last);
}

/** The page receives only the demo's own style sheets. */
async function compileStyles(source: FrameSource, files: Files): Promise<{ sheets: FrameSheets; styles: Files }> {
  const sheets = await compileSheets(source, files);
  const styles = Object.fromEntries(Object.entries(sheets.written).filter(([name]) => name.startsWith('./')));
  const errorText = sizeFault(styles, 'The style sheets of the demo');
  if (errorText) throw new RangeError(errorText);
  return { sheets, styles };
}

function stepsAhead({ originals, imports }: FrameSource, compile: (files: Files) => void): (() => unknown)[] {
  const table = globalThis.cascaderModules ?? {};
  const packages = new Set(Object.values(imports).flatMap((targets) => Object.values(targets)));
  const files: Files = {};
  return [
    ...Object.entries(originals).map(([name, text]) => () => {
      files[name] = text;
      compile(files);
    }),
    ...[...packages].map((name) => () => Object.hasOwn(table, name) && table[name]?.()),
  ];
}

/** Runs each step in a separate task, because some browsers run the frame in the page's thread. */
async function inTasks(steps: (() => unknown)[], isWanted = (): boolean => true): Promise<void> {
  for (const step of steps) {
    await nextTask();
    if (!isWanted()) return;
    step();
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function setGlobals(env: FrameSource['env']): void {
  Object.assign(globalThis, {
    // In the site's bundles, the bundler handles this.
    global: globalThis,
    ...environment(env),
    require: (name: string) => ownValue(globalThis.cascaderModules, name)?.(),
    // Less for browsers must not change the document.
    less: { env: 'production', onReady: false, logLevel: 0 },
  });
}

/** The compiler replaces `import.meta.env` with the second name. */
function environment(env: FrameSource['env'] = { MODE: 'production', DEV: false, PROD: true, SSR: false }) {
  return { process: { env: { ...env, NODE_ENV: env.MODE } }, [META_ENV]: env };
}

function createToldFailures(send: (message: FromFrame) => void, compilation: () => Compilation | undefined) {
  const refused = new Set<string>();
  /** The last error. The guards throw the same error for everything that they stop together. */
  let thrown: unknown;
  const describe = (error: unknown, kind: LiveFailure['kind']): LiveFailure =>
    describeFailure(error, kind, (...place) => {
      const code = compilation();
      return code && placeIn(code, ...place);
    });
  const fail = (error: unknown): boolean => {
    if (error !== undefined && error === thrown) return false;
    thrown = error;
    send({ type: 'failed', failure: describe(error, 'runtime') });
    return true;
  };
  return {
    /** Reports an error. Returns false if the same error was reported last. */
    fail,
    refuse(name: string): void {
      const element = name.toLowerCase();
      if (refused.has(element)) return;
      refused.add(element);
      fail(new Error(`An edited demo cannot use <${element}>: its frame blocks this element`));
    },
    describe,
    clear(): void {
      refused.clear();
      thrown = undefined;
    },
  };
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

/** A `ResizeObserver` is not enough, because a popup changes no observable size. */
function watchHeight(onHeight: (height: number) => void): void {
  let reported = 0;
  let waiting = false;
  const measure = (): void => {
    waiting = false;
    const height = Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0);
    if (height !== reported) onHeight(height);
    reported = height;
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

/** Reports errors that are thrown outside of React, and violations of the document's content security policy. */
function watchFaults(fail: (error: unknown) => boolean, onChange: () => void): void {
  // A repeated error is not logged, because a hundred thousand lines would block the console.
  addEventListener('error', (event) => fail(event.error ?? new Error(event.message)) || event.preventDefault());
  addEventListener('unhandledrejection', (event) => fail(event.reason) || event.preventDefault());
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    fail(new Error(`An edited demo cannot reach ${blockedURI}: ${effectiveDirective} is closed in its frame`)),
  );
  new MutationObserver(onChange).observe(document, { subtree: true, childList: true });
}
