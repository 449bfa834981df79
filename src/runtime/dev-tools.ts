/** What the client script of `dev` offers to the runtime; its code is in `dev/`, which only that script loads. */
export interface DevTools {
  /** Renders the components whose code was replaced, with their state where that is possible. */
  refresh: () => void;
  /** True for two components of which one is the other after an edit. */
  isSameFamily: (a: unknown, b: unknown) => boolean;
  /** Maps a stack to the sources. */
  mapStack: (stack: string) => Promise<string>;
}

declare global {
  interface Window {
    cascaderDocsDev?: DevTools;
  }
}
