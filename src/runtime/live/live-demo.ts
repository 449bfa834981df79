import type { DemoSource } from '../../shared/demo-source.ts';
import { isModuleSheet } from '../../shared/sheet-names.ts';
import type { Store } from '../store.ts';
import { readEditPayload, writeEditHash } from './edit-link.ts';
import { type Editors, openEditors } from './editors.ts';
import { createLiveFrame, type LiveFrame } from './live-frame.ts';
import { type FramePreferences, type LiveFailure, sizeFault } from './protocol.ts';
import type { LiveState } from './state.ts';

/** The demo is compiled at most this often, in milliseconds, and what takes longer is shown to be under way. */
const THROTTLE = 500;

export interface LiveDemoOptions {
  id: string;
  title: string;
  source: DemoSource;
  state: Store<LiveState>;
  /** Element that the frame is put into. */
  stage: Element;
  /** Element with the static code of every file. */
  panel: Element;
  /** Says how to leave the editor with the keyboard. */
  description: string;
  /** Says at a file why it cannot be edited. */
  builtNote: string;
  preferences: () => FramePreferences;
  /** Ends the demo in the page, when the frame takes its place, and starts it again. */
  suspend: () => void;
  resume: () => void;
}

/** A demo that is edited. */
export interface LiveDemo {
  /** Makes the code editable, with the files of an address if there are some. Rejects when a script cannot be loaded. */
  open: (payload?: string) => Promise<void>;
  /** Runs the files anew, as after the frame was stopped. */
  run: () => void;
  /** Goes back to what was published. */
  reset: () => void;
  /** Hash of an address that opens the demo as it is edited now. */
  link: () => Promise<string>;
  /** What was changed: files, and the CSS of changed sheets. Throws while a changed Less sheet is not compiled. */
  edits: () => { files: Record<string, string>; styles: Record<string, string> };
  /** Tells the frame how the page looks now. */
  prefer: () => void;
  /**
   * Takes what is published now: files that were not edited follow. False when they are other files, which needs another
   * editor. Absent in a site that was built.
   */
  replaceSource?: (source: DemoSource) => boolean;
  dispose: () => void;
}

/** Creates the live editing of a demo. Nothing is loaded before it is opened. The frame is made then, so that the first change finds it warm. */
export function createLiveDemo(options: LiveDemoOptions): LiveDemo {
  const { id, state, stage, panel, preferences, suspend, resume } = options;
  let { source } = options;
  let originals = filesOf(source);
  let files = { ...originals };
  let styles: Record<string, string> = {};
  let editors: Editors | undefined;
  let opening: Promise<Editors> | undefined;
  let frame: LiveFrame | undefined;
  let starting: Promise<LiveFrame | undefined> | undefined;
  /** Raised when the frame is given up: what was on its way for it is dropped. */
  let generation = 0;
  /** URLs of the compilers that the frame has besides. */
  const compilers = new Set<string>();
  let run = 0;
  let sent: Record<string, string> = originals;
  let failedRun: number | undefined;
  let lastGood: Record<string, string> | undefined;
  /** The frame was made anew with the last good files: its success is no answer to the edit that stopped it. */
  let recovering = false;
  let disposed = false;

  const update = (change: Partial<LiveState>): void => state.set({ ...state.get(), ...change });
  const changed = (): Record<string, string> =>
    Object.fromEntries(Object.entries(files).filter(([name, text]) => text !== originals[name]));
  const busy = createBusy((loading) => update({ loading }));

  const onRendered = (answered: number, css: Record<string, string>): void => {
    if (answered !== run) return;
    busy.end();
    styles = css;
    lastGood = sent;
    if (!state.get().shown) suspend();
    frame?.show();
    // What went wrong in this very run is still true.
    const keeps = recovering || failedRun === answered;
    update({ shown: true, ...(keeps ? {} : { failure: undefined }) });
    if (!keeps) editors?.mark(undefined);
  };
  const onFailure = (failure: LiveFailure, answered: number | undefined): void => {
    if (answered !== undefined && answered !== run) return;
    busy.end();
    failedRun = run;
    update({ failure });
    editors?.mark(failure);
    if (failure.kind !== 'stopped' && failure.kind !== 'setup') return;
    frame = undefined;
    starting = undefined;
    generation++;
    compilers.clear();
    // Once is enough: what was good may be what does not answer.
    const again = failure.kind === 'stopped' && lastGood !== sent ? lastGood : undefined;
    if (again) {
      recovering = true;
      void send(again);
    } else if (state.get().shown) {
      resume();
      update({ shown: false });
    }
  };

  const start = (): Promise<LiveFrame | undefined> => {
    const own = generation;
    starting ??= Promise.all([source.live.compiler, ...source.live.modules].map(loadText)).then((scripts) => {
      if (disposed || own !== generation) return undefined;
      frame = createLiveFrame({
        container: stage,
        title: options.title,
        live: source.live,
        scripts,
        source: { ...source, entry: source.asset.entry, originals },
        preferences: preferences(),
        // With the room around the demo, which the frame has inside.
        height: (stage.parentElement ?? stage).getBoundingClientRect().height,
        onRendered,
        onFailure,
      });
      return frame;
    });
    return starting;
  };
  const send = async (wanted: Record<string, string>): Promise<void> => {
    const current = ++run;
    sent = wanted;
    const fault = sizeFault(changed(), 'The edited files');
    if (fault) return onFailure({ kind: 'compile', message: fault }, current);
    busy.begin();
    try {
      const edited = Object.keys(wanted).filter((name) => wanted[name] !== originals[name]);
      const missing = compilersFor(edited, source).filter((url) => !compilers.has(url));
      const [live, ...scripts] = await Promise.all([start(), ...missing.map(loadText)]);
      for (const [index, url] of missing.entries()) {
        if (!compilers.has(url)) live?.load(scripts[index] ?? '');
        compilers.add(url);
      }
      if (current === run) live?.run(current, wanted);
    } catch (error) {
      starting = undefined;
      onFailure({ kind: 'setup', message: (error as Error).message }, current);
    }
  };
  const throttled = createThrottle(() => {
    recovering = false;
    void send({ ...files });
  }, THROTTLE);
  const edit = (name: string, text: string): void => {
    files = { ...files, [name]: text };
    update({ edited: Object.keys(changed()).length > 0 });
    throttled.call();
  };
  const removeFrame = (): void => {
    throttled.cancel();
    busy.end();
    run++;
    generation++;
    frame?.remove();
    frame = undefined;
    starting = undefined;
    compilers.clear();
    lastGood = undefined;
    styles = {};
  };

  const live: LiveDemo = {
    async open(payload) {
      const given = payload === undefined ? {} : await readEditPayload(payload);
      // Names are those of the demo's files and nothing else.
      if (payload !== undefined) {
        files = { ...originals };
        for (const [name, text] of Object.entries(given)) {
          if (Object.hasOwn(originals, name) && !source.built?.includes(name)) files[name] = text;
        }
      }
      if (!editors) {
        busy.begin();
        opening ??= openEditors({
          panel,
          script: source.live.editor,
          styles: source.live.editorStyles,
          names: Object.keys(originals),
          textOf: (name) => files[name] ?? '',
          description: options.description,
          built: { names: source.built ?? [], note: options.builtNote },
          onChange: edit,
        });
        try {
          editors = await opening;
        } catch (error) {
          opening = undefined;
          throw error;
        } finally {
          busy.end();
        }
        if (disposed) return editors.remove();
      }
      editors.setCode((name) => files[name] ?? '');
      const edited = Object.keys(changed()).length > 0;
      update({ open: true, edited });
      if (edited || state.get().shown) throttled.call();
      else {
        editors.focus();
        // What is wrong is told when there is something to run.
        start().catch(() => {
          starting = undefined;
        });
      }
    },
    run: () => throttled.call(),
    reset() {
      files = { ...originals };
      editors?.setCode((name) => files[name] ?? '');
      removeFrame();
      if (state.get().shown) resume();
      editors?.mark(undefined);
      update({ edited: false, shown: false, loading: false, failure: undefined });
    },
    async link() {
      const fault = sizeFault(changed(), 'The edited files');
      if (fault) throw new RangeError(fault);
      return await writeEditHash(id, changed());
    },
    edits() {
      const edited = changed();
      const sheets: Record<string, string> = {};
      for (const [name, text] of Object.entries(edited)) {
        if (name.endsWith('.css')) sheets[`./${name}`] = text;
        // Its CSS is that of the last good result, which need not be of this text.
        else if (name.endsWith('.less') && lastGood?.[name] !== text)
          throw new Error(`${name} has not been compiled as it is now: mend the demo first, or wait for its result`);
      }
      return { files: edited, styles: { ...styles, ...sheets } };
    },
    prefer: () => frame?.prefer(preferences()),
    dispose() {
      disposed = true;
      removeFrame();
      editors?.remove();
      state.set({ open: false, edited: false, loading: false, shown: false });
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    live.replaceSource = (next) => {
      const edited = changed();
      const published = filesOf(next);
      if (Object.keys(published).join('\n') !== Object.keys(originals).join('\n')) return false;
      const isOther = Object.keys(files).some((name) => !(name in edited) && published[name] !== originals[name]);
      source = next;
      originals = published;
      files = { ...published, ...edited };
      if (Object.keys(changed()).length === 0) live.reset();
      else if (isOther) {
        editors?.setCode((name) => files[name] ?? '');
        throttled.call();
      }
      return true;
    };
  }
  return live;
}

/** URLs of the compilers that edited files need besides that of scripts. */
function compilersFor(edited: string[], { live, cssModules }: DemoSource): string[] {
  const isLess = edited.some((name) => name.endsWith('.less'));
  // A module may be written in Less, or take names from one that was edited.
  const isModule = cssModules !== undefined && (isLess || edited.some(isModuleSheet));
  return [isLess ? live.less : undefined, isModule ? live.cssModules : undefined].filter((url) => url !== undefined);
}

function filesOf({ asset }: DemoSource): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asset.dependencies).flatMap(([name, { type, value }]) => (type === 'FILE' ? [[name, value]] : [])),
  );
}

async function loadText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: the host answers ${response.status}`);
  return await response.text();
}

/** Tells when something takes longer than half a second. */
function createBusy(tell: (loading: boolean) => void): { begin: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    begin() {
      clearTimeout(timer);
      timer = setTimeout(tell, THROTTLE - 1, true);
    },
    end() {
      clearTimeout(timer);
      tell(false);
    },
  };
}

/** Calls at once, and again at the end of the interval when it was asked for meanwhile. */
function createThrottle(callback: () => void, interval: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const call = (): void => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    callback();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) call();
      again = false;
    }, interval);
  };
  return {
    call,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}
