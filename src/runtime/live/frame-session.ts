import type { DemoSource, LiveScripts } from '../../shared/demo-source.ts';
import { isModuleSheet } from '../../shared/sheet-names.ts';
import type { EditedFiles, Texts } from './edited-files.ts';
import { createLiveFrame, type LiveFrame } from './live-frame.ts';
import type { FramePreferences, FrameSource, LiveFailure } from './protocol.ts';
import type { Busy } from './timing.ts';

export interface FrameSessionOptions {
  title: string;
  files: EditedFiles;
  source: () => DemoSource;
  stage: Element;
  preferences: () => FramePreferences;
  busy: Busy;
  isForeign: () => boolean;
  focusNote: string;
  /** `isMended`: the previous failure is fixed. */
  onRendered: (isMended: boolean) => void;
  onFailure: (failure: LiveFailure) => void;
  /** Called when the frame has ended and there is no working version to show in a new one. */
  onEnd: () => void;
}

export type FrameSession = ReturnType<typeof createFrameSession>;

/** The frame is created on demand, and again after it was stopped. */
export function createFrameSession(options: FrameSessionOptions) {
  const { files, source, stage, busy, preferences } = options;
  /** Number of the latest run, because only the result of that run counts. */
  let latest = 0;
  let sent: Texts = files.originals();
  let failed: number | undefined;
  let good: { files: Texts; styles: Texts } | undefined;
  /**
   * The frame was recreated with the last working files, so its success does not mean that the failed edit is fixed.
   */
  let recovering = false;

  const onRendered = (answered: number, styles: Texts): void => {
    if (answered !== latest) return;
    busy.end();
    good = { files: sent, styles };
    // A failure of this same run still applies.
    options.onRendered(!recovering && failed !== answered);
  };
  const onFailure = (failure: LiveFailure, answered: number | undefined): void => {
    if (answered !== undefined && answered !== latest) return;
    busy.end();
    failed = latest;
    options.onFailure(failure);
    if (!['stopped', 'focus', 'setup'].includes(failure.kind)) return;
    lives.giveUp();
    // Retry only once, because the last working version itself may hang.
    const again = failure.kind === 'stopped' && good?.files !== sent ? good?.files : undefined;
    if (again) {
      recovering = true;
      void send(again);
    } else options.onEnd();
  };
  const lives = createFrameLives(source, (live, scripts) =>
    createLiveFrame({
      container: stage,
      title: options.title,
      live,
      scripts,
      source: frameSource(source(), files.originals()),
      preferences: preferences(),
      height: heightOf(stage),
      isForeign: options.isForeign,
      focusNote: options.focusNote,
      onRendered,
      onFailure,
    }),
  );
  const send = async (wanted: Texts): Promise<void> => {
    const current = ++latest;
    sent = wanted;
    const errorText = files.errorText();
    if (errorText) return onFailure({ kind: 'compile', message: errorText }, current);
    busy.begin();
    try {
      const frame = await lives.startWith(compilersFor(changedIn(wanted, files.originals()), source()));
      if (current === latest) frame?.run(current, wanted);
    } catch (error) {
      onFailure({ kind: 'setup', message: (error as Error).message }, current);
    }
  };
  return {
    /** Creates the frame in advance, so that the first change is quick. Errors are reported on the next run. */
    warm: (): void => void lives.startWith([]).catch(() => undefined),
    run(): void {
      recovering = false;
      void send(files.all());
    },
    show: (): void => lives.current()?.show(),
    prefer: (): void => lives.current()?.prefer(preferences()),
    remove(): void {
      busy.end();
      latest++;
      lives.current()?.remove();
      lives.giveUp();
      good = undefined;
    },
    lastGood: (): { files: Texts; styles: Texts } | undefined => good,
  };
}

function frameSource(source: DemoSource, originals: Texts): FrameSource {
  return { ...source, entry: source.asset.entry, originals };
}

/** Returns the height of a stage with the padding around the demo, because the frame contains the padding. */
function heightOf(stage: Element): number {
  return (stage.parentElement ?? stage).getBoundingClientRect().height;
}

function changedIn(texts: Texts, originals: Texts): string[] {
  return Object.keys(texts).filter((name) => texts[name] !== originals[name]);
}

/** Returns the URLs of the additional compilers that edited files need, apart from the script compiler. */
function compilersFor(edited: string[], { live, cssModules }: DemoSource): string[] {
  const isLess = edited.some((name) => name.endsWith('.less'));
  // A CSS module may be written in Less, or use names of an edited style sheet.
  const isModule = cssModules !== undefined && (isLess || edited.some(isModuleSheet));
  return [isLess ? live.less : undefined, isModule ? live.cssModules : undefined].filter((url) => url !== undefined);
}

/** Manages the frame across restarts. There is at most one frame at a time. */
function createFrameLives(source: () => DemoSource, create: (live: LiveScripts, scripts: string[]) => LiveFrame) {
  let frame: LiveFrame | undefined;
  let starting: Promise<LiveFrame | undefined> | undefined;
  let generation = 0;
  const loaded = new Set<string>();

  const start = (): Promise<LiveFrame | undefined> => {
    const own = generation;
    const { live } = source();
    starting ??= Promise.all([loadText(live.compiler), loadAll(live.modules)]).then(([compiler, modules]) => {
      if (own !== generation) return undefined;
      frame = create(live, [compiler, ...modules]);
      return frame;
    });
    return starting;
  };
  return {
    current: (): LiveFrame | undefined => frame,
    /** Resolves to undefined if the frame was discarded in the meantime. `compilers` are URLs. */
    async startWith(compilers: string[]): Promise<LiveFrame | undefined> {
      const missing = compilers.filter((url) => !loaded.has(url));
      try {
        const [started, ...scripts] = await Promise.all([start(), ...missing.map((url) => loadText(url))]);
        for (const [index, url] of missing.entries()) {
          if (!loaded.has(url)) started?.load(scripts[index] ?? '');
          loaded.add(url);
        }
        return started;
      } catch (error) {
        starting = undefined;
        throw error;
      }
    },
    giveUp(): void {
      generation++;
      frame = undefined;
      starting = undefined;
      loaded.clear();
    },
  };
}

/** Loads the scripts of a list, which may be newer than the page. */
async function loadAll(list: string): Promise<string[]> {
  const urls: string[] = JSON.parse(await loadText(list, { cache: 'no-cache' }));
  return await Promise.all(urls.map((url) => loadText(url)));
}

async function loadText(url: string, options?: RequestInit): Promise<string> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} cannot be loaded: the host answers ${response.status}`);
  return await response.text();
}
