/** The code is in `dev/`, which only the client script of `dev` loads. */
export interface DevTools {
  refresh: () => void;
  isSameFamily: (a: unknown, b: unknown) => boolean;
  mapStack: (stack: string) => Promise<string>;
}

declare global {
  interface Window {
    cascaderDocsDev?: DevTools;
  }
}
