/** Its code is in `dev/`, which only that script loads. */
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
