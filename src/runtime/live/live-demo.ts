import type { DemoSource } from '../../shared/demo-source.ts';
import { readEditPayload, writeEditHash } from './edit-link.ts';
import type { EditedFiles, Texts } from './edited-files.ts';
import { createEditing, type EditingOptions } from './editing.ts';
import type { FrameSession } from './frame-session.ts';
import { IDLE } from './state.ts';

export interface LiveDemoOptions extends EditingOptions {
  id: string;
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
export function createLiveDemo({ id, ...options }: LiveDemoOptions): LiveDemo {
  const { state } = options;
  const editing = createEditing(options);
  const { files, session, update } = editing;
  const takeLink = (texts: Texts): void => {
    files.take(texts);
    const changed = Object.keys(files.changed());
    // Set before anything can run the new files.
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
      // What an earlier try lacked is there.
      update({ open: true, edited, failure: failure?.kind === 'setup' ? undefined : failure });
      if (edited || state.get().shown) editing.run();
      else {
        open.focus();
        session.warm();
      }
    },
    run() {
      editing.setWaiting(false);
      editing.run();
    },
    reset() {
      files.reset();
      editing.showTexts();
      editing.close();
      update({ edited: false, link: undefined });
    },
    async link() {
      const fault = files.fault();
      if (fault) throw new RangeError(fault);
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
