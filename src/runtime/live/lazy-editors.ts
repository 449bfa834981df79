import type { Editors } from './editors.ts';
import type { Busy } from './timing.ts';

export type LazyEditors = ReturnType<typeof createLazyEditors>;

export function createLazyEditors(busy: Busy, openEditors: () => Promise<Editors>) {
  let editors: Editors | undefined;
  let opening: Promise<Editors> | undefined;
  let restore: (() => void) | undefined;
  let disposed = false;
  return {
    current: (): Editors | undefined => editors,
    /** Opens the editors once. Resolves to undefined if the reader has left the demo in the meantime. */
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
