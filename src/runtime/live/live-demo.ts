import type { DemoSource } from '../../shared/demo-source.ts';
import { createImport, type LoadModule } from '../load-module.ts';
import type { Store } from '../store.ts';
import { readEditPayload, writeEditHash } from './edit-link.ts';
import { createEditedFiles, type EditedFiles, type Texts } from './edited-files.ts';
import { type EditorModule, type Editors, openEditors } from './editors.ts';
import { createFrameSession, type FrameSession } from './frame-session.ts';
import type { FramePreferences } from './protocol.ts';
import { IDLE, type LiveState } from './state.ts';
import { createBusy, createThrottle } from './timing.ts';

/** The demo is compiled at most this often, in milliseconds. */
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
  /** Message for a demo that was removed because it took the focus. */
  focusNote: string;
  preferences: () => FramePreferences;
  load: LoadModule;
  /** Ends the demo in the page, when the frame takes its place, and starts it again. */
  suspend: () => void;
  resume: () => void;
}

/** A demo that is edited. */
export interface LiveDemo {
  /**
   * Makes the code editable. Files from a link are shown, and run only after `run()`. Rejects when a script cannot be
   * loaded.
   */
  open: (payload?: string) => Promise<void>;
  /** Runs the files of a link, or runs again after the frame was stopped. */
  run: () => void;
  /** Goes back to what was published. */
  reset: () => void;
  /** Hash of an address that opens the demo as it is edited now. */
  link: () => Promise<string>;
  /** What was changed: files, and the CSS of changed sheets. Throws while a changed Less sheet is not compiled. */
  edits: () => { files: Texts; styles: Texts };
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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: joins texts, frame and editors: each way between them is a function of a few lines
export function createLiveDemo(options: LiveDemoOptions): LiveDemo {
  const { state, panel, suspend, resume } = options;
  let { source } = options;
  let editors: Editors | undefined;
  let opening: Promise<Editors> | undefined;
  let disposed = false;
  const files = createEditedFiles(source);
  const importEditor = createImport<EditorModule>(options.load, source.live.editor);
  const update = (change: Partial<LiveState>): void => state.set({ ...state.get(), ...change });
  const busy = createBusy((loading) => update({ loading }));
  const session = createFrameSession({
    ...options,
    files,
    busy,
    source: () => source,
    isForeign: () => state.get().link !== undefined,
    onRendered(isMended) {
      if (!state.get().shown) suspend();
      session.show();
      update({ shown: true, ...(isMended && { failure: undefined }) });
      if (isMended) editors?.mark(undefined);
    },
    onFailure(failure) {
      update({ failure });
      editors?.mark(failure);
    },
    onEnd() {
      setWaiting(true);
      if (!state.get().shown) return;
      resume();
      update({ shown: false });
    },
  });
  // Every run goes through this check, so code of a link never runs by itself.
  const throttled = createThrottle(() => {
    if (!state.get().link?.isWaiting) session.run();
  }, THROTTLE);
  const close = (): void => {
    throttled.cancel();
    session.remove();
    if (state.get().shown) resume();
    editors?.mark(undefined);
    update({ shown: false, loading: false, failure: undefined });
  };
  /** Sets whether the code of a link, if there is any, waits for Run. */
  const setWaiting = (isWaiting: boolean): void => {
    const { link } = state.get();
    if (link) update({ link: { ...link, isWaiting } });
  };
  const takeLink = (texts: Texts): void => {
    files.take(texts);
    const changed = Object.keys(files.changed());
    // Set before anything can run the new files.
    update({ link: changed.length > 0 ? { files: changed, isWaiting: true } : undefined });
    close();
  };
  const showTexts = (): void => editors?.setCode(files.textOf);
  const onChange = (name: string, text: string): void => {
    files.set(name, text);
    update({ edited: files.isEdited() });
    throttled.call();
  };
  /** Puts editors in place of the code; undefined when the demo was left meanwhile. */
  const edit = async (): Promise<Editors | undefined> => {
    busy.begin();
    opening ??= openEditors({
      panel,
      importEditor,
      styles: source.live.editorStyles,
      names: files.names(),
      textOf: files.textOf,
      description: options.description,
      built: { names: source.built ?? [], note: options.builtNote },
      onChange,
    });
    try {
      editors = await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    } finally {
      busy.end();
    }
    if (!disposed) return editors;
    editors.remove();
    return undefined;
  };

  const live: LiveDemo = {
    async open(payload) {
      const given = payload === undefined ? undefined : await readEditPayload(payload);
      if (given) takeLink(given);
      const open = editors ?? (await edit());
      if (!open) return;
      showTexts();
      const edited = files.isEdited();
      const { failure, link } = state.get();
      if (given && link?.files[0]) open.show(link.files[0]);
      // What an earlier try lacked is there.
      update({ open: true, edited, failure: failure?.kind === 'setup' ? undefined : failure });
      if (edited || state.get().shown) throttled.call();
      else {
        open.focus();
        session.warm();
      }
    },
    run() {
      setWaiting(false);
      throttled.call();
    },
    reset() {
      files.reset();
      showTexts();
      close();
      update({ edited: false, link: undefined });
    },
    async link() {
      const fault = files.fault();
      if (fault) throw new RangeError(fault);
      return await writeEditHash(options.id, files.changed());
    },
    edits: () => editsOf(files, session),
    prefer: session.prefer,
    dispose() {
      disposed = true;
      throttled.cancel();
      session.remove();
      editors?.remove();
      state.set(IDLE);
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    live.replaceSource = (next) => {
      const follows = files.replace(next);
      if (follows === undefined) return false;
      source = next;
      if (!files.isEdited()) live.reset();
      else if (follows) {
        showTexts();
        throttled.call();
      }
      return true;
    };
  }
  return live;
}

/** What an export takes over: edited files, and the CSS of edited sheets. */
function editsOf(files: EditedFiles, session: FrameSession): { files: Texts; styles: Texts } {
  const edited = files.changed();
  const good = session.lastGood();
  const sheets: Texts = {};
  for (const [name, text] of Object.entries(edited)) {
    if (name.endsWith('.css')) sheets[`./${name}`] = text;
    // Its CSS is that of the last good result, which need not be of this text.
    else if (name.endsWith('.less') && good?.files[name] !== text)
      throw new Error(`${name} has not been compiled as it is now: mend the demo first, or wait for its result`);
  }
  return { files: edited, styles: { ...good?.styles, ...sheets } };
}
