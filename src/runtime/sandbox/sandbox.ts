import type { FramePreferences, FrameSource, FromFrame, LiveFailure, Nonced, ToFrame } from '../live/protocol.ts';
import { describeFailure, PlacedError } from './failures.ts';
import { type Compilation, compileFiles, evaluate, placeIn } from './modules.ts';
import { createStage, REMOVED, type Stage } from './render.ts';
import { compileSheets, showSheets } from './sheets.ts';

/**
 * Runs edited demos for the page around this document. It does so in an opaque origin only: opened in any other way, the
 * document would run what a stranger sends it with the rights of the site.
 */
export function startSandbox(): void {
  if (self.origin !== 'null' || parent === window) return;
  const nonce = location.hash.slice(1);
  const send = (message: FromFrame): void => parent.postMessage({ ...message, nonce }, '*');
  const runner = createRunner(send);
  addEventListener('message', ({ source, data }: MessageEvent<Nonced<ToFrame> | undefined>) => {
    if (source !== parent || data?.nonce !== nonce) return;
    if (data.type === 'ping') send({ type: 'pong' });
    else if (data.type === 'setup') runner.setUp(data.source, data.scripts, data.preferences);
    else if (data.type === 'script') runner.load([data.text]);
    else if (data.type === 'preferences') runner.prefer(data.preferences);
    else void runner.run(data.run, data.files);
  });
  send({ type: 'ready' });
}

function createRunner(send: (message: FromFrame) => void) {
  let source: FrameSource | undefined;
  let stage: Stage | undefined;
  let compilation: Compilation | undefined;
  let sheets: Record<string, string> = {};
  let latest = 0;
  /** Run whose demo removed its element: told once. */
  let emptied: number | undefined;
  const describe = (error: unknown, kind: LiveFailure['kind']): LiveFailure =>
    describeFailure(error, kind, (...place) => compilation && placeIn(compilation, ...place));
  const fail = (error: unknown): void => send({ type: 'failed', failure: describe(error, 'runtime') });

  const load = (scripts: string[]): void => {
    // biome-ignore lint/security/noGlobalEval: the document loads nothing, its scripts are sent to it
    for (const text of scripts) globalThis.eval(text);
  };

  let preferences: FramePreferences | undefined;
  const prefer = (wanted: FramePreferences): void => {
    preferences = wanted;
    applyPreferences(wanted);
  };

  return {
    load,
    prefer,
    setUp(newSource: FrameSource, scripts: string[], wanted: FramePreferences): void {
      source = newSource;
      Object.assign(globalThis, {
        require: (name: string) => globalThis.cascaderModules?.[name]?.(),
        // Less for browsers must leave the document alone.
        less: { env: 'production', onReady: false, logLevel: 0 },
      });
      try {
        load(scripts);
        stage = createStage(fail);
      } catch (error) {
        send({ type: 'failed', failure: describe(error, 'setup') });
        return;
      }
      prefer(wanted);
      watchHeight((height) => send({ type: 'height', height }));
      watchFaults(fail, () => {
        if (!stage || stage.isWhole() || emptied === latest) return;
        emptied = latest;
        fail(new Error(REMOVED));
      });
    },
    async run(run: number, files: Record<string, string>): Promise<void> {
      if (!source || !stage) return;
      latest = run;
      let kind: LiveFailure['kind'] = 'compile';
      try {
        const next = compileFiles(files, compilation);
        const nextSheets = await compileSheets(source, files);
        // A later run has overtaken this one.
        if (run !== latest) return;
        compilation = next;
        kind = 'render';
        showSheets(nextSheets);
        if (!(await stage.show(evaluate(next, source).default, () => run === latest))) return;
        // The body may be a new one.
        if (preferences) applyPreferences(preferences);
        sheets = nextSheets;
        const styles = Object.fromEntries(Object.entries(sheets).filter(([name]) => name.startsWith('./')));
        if (run === latest) send({ type: 'rendered', run, styles });
      } catch (error) {
        if (kind === 'render') showSheets(sheets);
        const failure = describe(error, error instanceof PlacedError ? 'compile' : kind);
        if (run === latest) send({ type: 'failed', run, failure });
      }
    },
  };
}

function applyPreferences({ color, lang, dir, style }: FramePreferences): void {
  const root = document.documentElement;
  root.setAttribute('data-prefers-color', color);
  root.style.colorScheme = color;
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
function watchFaults(fail: (error: unknown) => void, onChange: () => void): void {
  addEventListener('error', ({ error, message }) => fail(error ?? new Error(message)));
  addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    fail(new Error(`An edited demo cannot reach ${blockedURI}: ${effectiveDirective} is closed in its frame`)),
  );
  new MutationObserver(onChange).observe(document, { subtree: true, childList: true });
}
