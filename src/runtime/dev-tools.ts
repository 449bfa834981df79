/** The interface that the client script of `dev` offers to the runtime. Its code is in `dev/`, which only that script loads. */
export interface DevTools {
  /** Renders the components whose code was replaced, and keeps their state where possible. */
  refresh: () => void;
  /** Returns true if one component is an edited version of the other. */
  isSameFamily: (a: unknown, b: unknown) => boolean;
  /** Maps a stack to the source files. */
  mapStack: (stack: string) => Promise<string>;
}

declare global {
  interface Window {
    cascaderDocsDev?: DevTools;
  }
}
