import type { Browser } from 'playwright-core';

export interface ScreenshotBrowser {
  browser: Browser;
  /** Flags that affect screenshots. Empty for a browser that was running already. */
  flags: string[];
}

/** Returns the flag that lets pages reach this machine only, and one other host. */
export function offlineFlag(otherHost?: string): string {
  const reachable = ['127.0.0.1', ...(otherHost === undefined ? [] : [otherHost])];
  return `--host-resolver-rules=MAP * ~NOTFOUND ${reachable.map((host) => `, EXCLUDE ${host}`).join(' ')}`;
}
