import type { DemoSource } from '../../shared/demo-source.ts';
import { readEditPayload, writeEditHash } from './edit-link.ts';
import type { EditedFiles, Texts } from './edited-files.ts';
import { createEditing, type EditingOptions } from './editing.ts';
import type { FrameSession } from './frame-session.ts';
import { IDLE } from './state.ts';

export interface LiveDemoOptions extends EditingOptions {
  id: string;
}

export interface LiveDemo {
  /** Makes the code editable. Files from a link are shown, but run only after `run()`. Rejects if a script cannot be loaded. */
  open: (payload?: string) => Promise<void>;
  /** Ends editing. An edited demo stays edited. */
  finish: () => void;
  /** Runs the files of a link, or runs again after the frame was stopped. */
  run: () => void;
  reset: () => void;
  link: () => Promise<string>;
  /** Returns the changed files, and the CSS of changed style sheets. Throws while a changed Less style sheet is not compiled. */
  edits: () => { files: Texts; styles: Texts };
  prefer: () => void;
  /** Returns false if the list of files changed, which requires a new editor. Absent in a built site. */
  replaceSource?: (source: DemoSource) => boolean;
  dispose: () => void;
}

/** Loads nothing until the demo is opened. Then the frame is created in advance, so that the first change is quick. */
export function createLiveDemo({ id, ...options }: LiveDemoOptions): LiveDemo {
  const { state } = options;
  const editing = createEditing(options);
  const { files, session, update } = editing;
  const takeLink = (texts: Texts): void => {
    files.take(texts);
    const changed = Object.keys(files.changed());
    // Must be set before anything can run the new files.
    update({ link: changed.length > 0 ? { files: changed, isWaiting: true } : undefined });
    editing.close();
  };

  const live: LiveDemo = {
    async open(payload) {
      const given = payload === undefined ? undefined : await readEditPayload(payload);
      if (given) takeLink(given);
      const open = await editing.openEditors();
      if (!open) return;
      editing.showTexts();
      const edited = files.isEdited();
      const { failure, link } = state.get();
      if (given && link?.files[0]) open.show(link.files[0]);
      // A setup failure of an earlier attempt no longer applies.
      update({ open: true, edited, failure: failure?.kind === 'setup' ? undefined : failure });
      if (edited || state.get().shown) editing.run();
      else {
        open.focus();
        session.warm();
      }
    },
    finish() {
      editing.closeEditors();
      update({ open: false });
    },
    run() {
      editing.setWaiting(false);
      editing.run();
    },
    reset() {
      files.reset();
      editing.showTexts();
      editing.restoreCode();
      editing.close();
      update({ edited: false, link: undefined });
    },
    async link() {
      const errorText = files.errorText();
      if (errorText) throw new RangeError(errorText);
      return await writeEditHash(id, files.changed());
    },
    edits: () => editsOf(files, session),
    prefer: session.prefer,
    dispose() {
      editing.dispose();
      state.set(IDLE);
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    live.replaceSource = (next) => {
      const follows = editing.publish(next);
      if (follows === undefined) return false;
      if (!files.isEdited()) live.reset();
      else if (follows) {
        editing.showTexts();
        editing.run();
      }
      return true;
    };
  }
  return live;
}

function editsOf(files: EditedFiles, session: FrameSession): { files: Texts; styles: Texts } {
  const edited = files.changed();
  const good = session.lastGood();
  const sheets: Texts = {};
  for (const [name, text] of Object.entries(edited)) {
    if (name.endsWith('.css')) sheets[`./${name}`] = text;
    // The CSS belongs to the last successful run, which may have used a different text.
    else if (name.endsWith('.less') && good?.files[name] !== text)
      throw new Error(`${name} has not been compiled as it is now: fix the demo first, or wait for its result`);
  }
  return { files: edited, styles: { ...good?.styles, ...sheets } };
}
