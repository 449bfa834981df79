const global = globalThis as { cascaderDocsLoadingPage?: string };

/** A statement that says whose modules are loaded next: one that hangs is stopped without a stack. */
export function enterStatement(sourcePath: string | undefined): string {
  return `globalThis.cascaderDocsLoadingPage = ${JSON.stringify(sourcePath)};`;
}

/** Forgets what was loaded before. */
export function startLoading(): void {
  global.cascaderDocsLoadingPage = undefined;
}

/** Source path of the page whose modules are being loaded. */
export function loadingPage(): string | undefined {
  return global.cascaderDocsLoadingPage;
}
