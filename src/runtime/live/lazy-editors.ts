import type { Editors } from './editors.ts';
import type { Busy } from './timing.ts';

/** Editors that open on demand. */
export interface LazyEditors {
  /** Returns the open editors. */
  current: () => Editors | undefined;
  /** Opens the editors once. Resolves to undefined if the reader left the demo meanwhile. */
  open: () => Promise<Editors | undefined>;
  dispose: () => void;
}

/**
 * Creates the editors.
 *
 * @param openEditors is called again after it has failed
 */
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
