import type { Editors } from './editors.ts';
import type { Busy } from './timing.ts';

/** Editors that are opened when they are needed. */
export interface LazyEditors {
  /** Those that are open. */
  current: () => Editors | undefined;
  /** Opens them once; undefined when the demo was left meanwhile. */
  open: () => Promise<Editors | undefined>;
  dispose: () => void;
}

/** @param openEditors is tried again after it has failed */
export function createLazyEditors(busy: Busy, openEditors: () => Promise<Editors>): LazyEditors {
  let editors: Editors | undefined;
  let opening: Promise<Editors> | undefined;
  let disposed = false;
  return {
    current: () => editors,
    async open() {
      if (editors) return editors;
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
    dispose() {
      disposed = true;
      editors?.remove();
    },
  };
}
