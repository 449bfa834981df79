import type { DemoSource } from '../../shared/demo-source.ts';
import { isModuleSheet } from '../../shared/sheet-names.ts';
import type { EditedFiles, Texts } from './edited-files.ts';
import { createFrameLives } from './frame-lives.ts';
import { createLiveFrame } from './live-frame.ts';
import type { FramePreferences, LiveFailure } from './protocol.ts';
import type { Busy } from './timing.ts';

export interface FrameSessionOptions {
  title: string;
  files: EditedFiles;
  /** What is published now. */
  source: () => DemoSource;
  /** Element that the frame is put into. */
  stage: Element;
  preferences: () => FramePreferences;
  busy: Busy;
  /** True if the code came with a link: the reader has not written it. */
  isForeign: () => boolean;
  /** Message for a demo that was removed because it took the focus. */
  focusNote: string;
  /**
   * The frame has rendered, and waits to be shown.
   *
   * @param isMended what was wrong is so no more
   */
  onRendered: (isMended: boolean) => void;
  onFailure: (failure: LiveFailure) => void;
  /** The frame ended, and there is nothing good that could be shown in a new one. */
  onEnd: () => void;
}

/** The frame of an edited demo over its lives: it is made when it is needed, and anew after it was stopped. */
export interface FrameSession {
  /** Makes the frame, so that the first change finds it warm. What is wrong is told when there is something to run. */
  warm: () => void;
  /** Compiles and renders the files as they are now. */
  run: () => void;
  show: () => void;
  prefer: () => void;
  remove: () => void;
  /** The files that were rendered last, and the CSS of changed sheets among them; undefined before the first time. */
  lastGood: () => { files: Texts; styles: Texts } | undefined;
}

/** Creates a session without a frame. */
export function createFrameSession(options: FrameSessionOptions): FrameSession {
  const { files, source, stage, busy, preferences } = options;
  /** Number of the last run: only its answer counts. */
  let latest = 0;
  let sent: Texts = files.originals();
  let failed: number | undefined;
  let good: { files: Texts; styles: Texts } | undefined;
  /** The frame was made anew with the last good files: its success is no answer to the edit that stopped it. */
  let recovering = false;

  const onRendered = (answered: number, styles: Texts): void => {
    if (answered !== latest) return;
    busy.end();
    good = { files: sent, styles };
    // What went wrong in this very run is still true.
    options.onRendered(!recovering && failed !== answered);
  };
  const onFailure = (failure: LiveFailure, answered: number | undefined): void => {
    if (answered !== undefined && answered !== latest) return;
    busy.end();
    failed = latest;
    options.onFailure(failure);
    if (!['stopped', 'focus', 'setup'].includes(failure.kind)) return;
    lives.giveUp();
    // Once is enough: what was good may be what does not answer.
    const again = failure.kind === 'stopped' && good?.files !== sent ? good?.files : undefined;
    if (again) {
      recovering = true;
      void send(again);
    } else options.onEnd();
  };
  const lives = createFrameLives(source, (live, scripts) => {
    const now = source();
    return createLiveFrame({
      container: stage,
      title: options.title,
      live,
      scripts,
      source: { ...now, entry: now.asset.entry, originals: files.originals() },
      preferences: preferences(),
      // With the room around the demo, which the frame has inside.
      height: (stage.parentElement ?? stage).getBoundingClientRect().height,
      isForeign: options.isForeign,
      focusNote: options.focusNote,
      onRendered,
      onFailure,
    });
  });
  const send = async (wanted: Texts): Promise<void> => {
    const current = ++latest;
    sent = wanted;
    const fault = files.fault();
    if (fault) return onFailure({ kind: 'compile', message: fault }, current);
    busy.begin();
    try {
      const frame = await lives.startWith(compilersFor(changedIn(wanted, files.originals()), source()));
      if (current === latest) frame?.run(current, wanted);
    } catch (error) {
      onFailure({ kind: 'setup', message: (error as Error).message }, current);
    }
  };
  return {
    warm: () => void lives.startWith([]).catch(() => undefined),
    run() {
      recovering = false;
      void send(files.all());
    },
    show: () => lives.current()?.show(),
    prefer: () => lives.current()?.prefer(preferences()),
    remove() {
      busy.end();
      latest++;
      lives.current()?.remove();
      lives.giveUp();
      good = undefined;
    },
    lastGood: () => good,
  };
}

/** Names of the texts that differ. */
function changedIn(texts: Texts, originals: Texts): string[] {
  return Object.keys(texts).filter((name) => texts[name] !== originals[name]);
}

/** URLs of the compilers that edited files need besides that of scripts. */
function compilersFor(edited: string[], { live, cssModules }: DemoSource): string[] {
  const isLess = edited.some((name) => name.endsWith('.less'));
  // A module may be written in Less, or take names from one that was edited.
  const isModule = cssModules !== undefined && (isLess || edited.some(isModuleSheet));
  return [isLess ? live.less : undefined, isModule ? live.cssModules : undefined].filter((url) => url !== undefined);
}
