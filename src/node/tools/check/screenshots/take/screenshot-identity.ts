import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { hashOf } from '../../../../base/hash.ts';
import type { ScreenshotIdentity } from '../screenshot-set.ts';

/** Flags that make screenshots equal in every run. Screenshots taken without these flags all differ. */
export const SCREENSHOT_FLAGS = [
  '--force-color-profile=srgb',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--hide-scrollbars',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
];

const FONT_FOLDERS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/share/fonts', '/usr/local/share/fonts', '~/.fonts', '~/.local/share/fonts', '/etc/fonts'],
  darwin: ['/System/Library/Fonts', '/Library/Fonts', '~/Library/Fonts'],
  win32: ['C:/Windows/Fonts', '~/AppData/Local/Microsoft/Windows/Fonts'],
};

export async function screenshotIdentity(browser: string): Promise<ScreenshotIdentity> {
  return {
    browser,
    flags: SCREENSHOT_FLAGS,
    fonts: await digestOfFonts(FONT_FOLDERS[process.platform] ?? []),
    platform: `${process.platform}-${process.arch}`,
  };
}

async function digestOfFonts(folders: string[]): Promise<string> {
  const lists = await Promise.all(folders.map((folder) => listFiles(folder.replace(/^~/, os.homedir()))));
  return hashOf(JSON.stringify(lists.flat().sort())).slice(0, 16);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        // A symbolic link may be broken.
        const size = (await fs.stat(file).catch(() => undefined))?.size;
        return `${file} ${size}`;
      }),
  );
}

export interface ScreenshotBrowser {
  browser: Browser;
  version: string;
  /** Flags that affect screenshots. Empty for a browser that was already running. */
  flags: string[];
}

/** Returns the flag that allows pages to connect only to this machine and one other host. */
export function offlineFlag(otherHost?: string): string {
  const reachable = ['127.0.0.1', ...(otherHost === undefined ? [] : [otherHost])];
  return `--host-resolver-rules=MAP * ~NOTFOUND ${reachable.map((host) => `, EXCLUDE ${host}`).join(' ')}`;
}
