/** Notes whether a page has left the document that was opened in it. */
export interface NavigationWatch {
  /** Runs a navigation of ours: its first document is the opened one. */
  during<Result>(navigate: () => Promise<Result>): Promise<Result>;
  /** True while a navigation of ours runs. */
  readonly isOurs: boolean;
  /** A new document has replaced the last one. */
  committed(url: string): void;
  /** Returns the URL of the last document that replaced the opened one, since the last call. */
  take(): string | undefined;
}

export function createNavigationWatch(): NavigationWatch {
  let isOurs = false;
  let isExpected = false;
  let left: string | undefined;
  return {
    async during(navigate) {
      left = undefined;
      isOurs = true;
      isExpected = true;
      try {
        return await navigate();
      } finally {
        isOurs = false;
        isExpected = false;
      }
    },
    get isOurs() {
      return isOurs;
    },
    committed(url) {
      if (isExpected) isExpected = false;
      else left = url;
    },
    take() {
      const url = left;
      left = undefined;
      return url;
    },
  };
}
