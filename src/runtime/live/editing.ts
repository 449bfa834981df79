import type { DemoSource } from '../../shared/demo-source.ts';
import { createImport, type LoadModule } from '../load-module.ts';
import type { Store } from '../store.ts';
import { createEditedFiles, type EditedFiles } from './edited-files.ts';
import { type EditorModule, type Editors, openEditors } from './editors.ts';
import { createFrameSession, type FrameSession } from './frame-session.ts';
import type { FramePreferences } from './protocol.ts';
import type { LiveState } from './state.ts';
import { type Busy, createBusy, createThrottle } from './timing.ts';

/** Minimum interval between compilations of the demo, in milliseconds. */
const THROTTLE = 500;

export interface EditingOptions {
  title: string;
  source: DemoSource;
  state: Store<LiveState>;
  stage: Element;
  panel: Element;
  description: string;
  builtNote: string;
  /** Message for a demo that was removed because it stole the focus. */
  focusNote: string;
  preferences: () => FramePreferences;
  load: LoadModule;
  /** Unmounts the demo in the page when the frame replaces it; `resume` restarts it. */
  suspend: () => void;
  resume: () => void;
}

export type Editing = ReturnType<typeof createEditing>;

/** Prepares editing, but does not load anything yet. */
export function createEditing(options: EditingOptions) {
  const { state, suspend, resume } = options;
  let { source } = options;
  const files = createEditedFiles(source);
  const importEditor = createImport<EditorModule>(options.load, source.live.editor);
  const { update, setWaiting } = createStateChanges(state);
  const busy = createBusy((loading) => update({ loading }));
  const editors = createLazyEditors(busy, () =>
    openEditors({
      panel: options.panel,
      importEditor,
      styles: source.live.editorStyles,
      names: files.names(),
      textOf: files.textOf,
      description: options.description,
      built: { names: source.built ?? [], note: options.builtNote },
      onChange(name, text) {
        files.set(name, text);
        update({ edited: files.isEdited() });
        throttled.call();
      },
    }),
  );
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
      if (isMended) editors.current()?.mark(undefined);
    },
    onFailure(failure) {
      update({ failure });
      editors.current()?.mark(failure);
    },
    onEnd() {
      setWaiting(true);
      if (!state.get().shown) return;
      resume();
      update({ shown: false });
    },
  });
  const throttled = createRuns(state, session);
  const stop = (): void => {
    throttled.cancel();
    session.remove();
  };
  return {
    files,
    session,
    update,
    /** Replaces the code with editors. Resolves to undefined if the demo was disposed in the meantime. */
    openEditors: editors.open,
    closeEditors: editors.close,
    showTexts: (): void => editors.current()?.setCode(files.textOf),
    restoreCode: editors.restore,
    /** Runs the current files, except code of a link that waits for Run. */
    run: throttled.call,
    setWaiting,
    close(): void {
      stop();
      if (state.get().shown) resume();
      editors.current()?.mark(undefined);
      update({ shown: false, loading: false, failure: undefined });
    },
    /** Applies newly published files; see {@link EditedFiles.replace}. */
    publish(next: DemoSource): boolean | undefined {
      const follows = files.replace(next);
      if (follows !== undefined) source = next;
      return follows;
    },
    dispose(): void {
      stop();
      editors.dispose();
    },
  };
}

/** All runs check the state, so code of a link never runs automatically. */
function createRuns(state: Store<LiveState>, session: FrameSession): ReturnType<typeof createThrottle> {
  return createThrottle(() => {
    if (!state.get().link?.isWaiting) session.run();
  }, THROTTLE);
}

function createStateChanges(state: Store<LiveState>) {
  const update = (change: Partial<LiveState>): void => state.set({ ...state.get(), ...change });
  return {
    update,
    /** Sets whether the code of a link, if there is any, waits for Run. */
    setWaiting(isWaiting: boolean): void {
      const { link } = state.get();
      if (link) update({ link: { ...link, isWaiting } });
    },
  };
}

function createLazyEditors(busy: Busy, openEditors: () => Promise<Editors>) {
  let editors: Editors | undefined;
  let opening: Promise<Editors> | undefined;
  let restore: (() => void) | undefined;
  let disposed = false;
  return {
    current: (): Editors | undefined => editors,
    /** Opens the editors once. Resolves to undefined if the demo was disposed in the meantime. */
    async open(): Promise<Editors | undefined> {
      if (editors) return editors;
      restore?.();
      restore = undefined;
      busy.begin();
      opening ??= openEditors();
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
    },
    close(): void {
      restore = editors?.close() ?? restore;
      editors = undefined;
      opening = undefined;
    },
    restore: (): void => restore?.(),
    dispose(): void {
      disposed = true;
      editors?.remove();
    },
  };
}
