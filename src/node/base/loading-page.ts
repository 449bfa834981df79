const global = globalThis as { cascaderDocsLoadingPage?: string };

/** Returns a statement that records which page's modules load next: a module that hangs is stopped without a stack. */
export function enterStatement(sourcePath: string | undefined): string {
  return `globalThis.cascaderDocsLoadingPage = ${JSON.stringify(sourcePath)};`;
}

export function startLoading(): void {
  global.cascaderDocsLoadingPage = undefined;
}

export function loadingPage(): string | undefined {
  return global.cascaderDocsLoadingPage;
}
