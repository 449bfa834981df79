const global = globalThis as { cascaderDocsLoadingPage?: string };

/** Returns a statement that records the page whose modules load next. A module that hangs is stopped and leaves no stack. */
export function enterStatement(sourcePath: string | undefined): string {
  return `globalThis.cascaderDocsLoadingPage = ${JSON.stringify(sourcePath)};`;
}

export function startLoading(): void {
  global.cascaderDocsLoadingPage = undefined;
}

export function loadingPage(): string | undefined {
  return global.cascaderDocsLoadingPage;
}
