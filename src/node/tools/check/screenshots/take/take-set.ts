import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { createLimit } from '../../../../base/files/each-limited.ts';
import type { Finding } from '../../types.ts';
import { readScreenshotSet } from '../read-screenshot-set.ts';
import type { ScreenshotIdentity, ScreenshotInfo, ScreenshotSet } from '../screenshot-set.ts';
import { writeScreenshotSet } from '../write-screenshot-set.ts';
import { type CapturedDemo, type TakeOptions, takeScreenshots } from './take-screenshots.ts';

export interface TakeSetOptions extends Omit<TakeOptions, 'onScreenshot' | 'browser'> {
  browser: Browser;
  identity: ScreenshotIdentity;
  folder: string;
  atOnce: number;
  signal?: AbortSignal | undefined;
}

export interface TakenSet {
  set: ScreenshotSet;
  /** Findings about missing and unstable screenshots, by demo id. */
  findings: Map<string, Finding[]>;
}

interface StoredScreenshot extends ScreenshotInfo {
  file: string;
}

/** Folder for the second screenshot of each unstable state, inside the folder of a set. */
const UNSTABLE_DIR = 'unstable';

/** Takes the screenshots of demos. Writes each to disk immediately, so memory use does not depend on the number of screenshots. */
export async function takeSet(demos: readonly CapturedDemo[], options: TakeSetOptions): Promise<TakenSet> {
  const { folder, identity, atOnce, signal, ...taking } = options;
  const taken = path.join(folder, 'taken');
  const second = path.join(folder, UNSTABLE_DIR);
  await fs.rm(taken, { recursive: true, force: true });
  await fs.rm(second, { recursive: true, force: true });
  await fs.mkdir(taken, { recursive: true });
  const stored: StoredScreenshot[] = [];
  const findings = new Map<string, Finding[]>();
  const limit = createLimit(atOnce, signal);
  try {
    await Promise.all(
      demos.map((demo) =>
        limit(async () => {
          const unstable: Finding[] = [];
          const problems = await takeScreenshots(demo, {
            ...taking,
            async onScreenshot({ bytes, again, ...info }) {
              const file = path.join(taken, `${stored.length}.png`);
              stored.push({ ...info, file });
              await fs.writeFile(file, bytes);
              if (!again) return;
              await fs.mkdir(second, { recursive: true });
              const name = `${demo.demo}-${unstable.length + 1}`;
              await fs.writeFile(path.join(second, `${name}-1.png`), bytes);
              await fs.writeFile(path.join(second, `${name}-2.png`), again);
              unstable.push(unstableFinding(info, path.join(second, name)));
            },
          });
          findings.set(demo.demo, [...problems, ...unstable]);
        }),
      ),
    );
    await writeScreenshotSet(folder, { identity, screenshots: stored }, ({ file }) => fs.readFile(file));
    return { set: await readScreenshotSet(folder), findings };
  } finally {
    await fs.rm(taken, { recursive: true, force: true });
  }
}

function unstableFinding({ state, width, color }: ScreenshotInfo, file: string): Finding {
  return {
    rule: 'unstable-screenshot',
    place: 'screenshots',
    message: `Two screenshots of ${state === '' ? 'the initial state' : `the state \`${state}\``} differ, although nothing happened between them`,
    details: `${width} px, ${color}. The screenshots are ${file}-1.png and ${file}-2.png\nMask what changes by itself with the option \`screenshots\` of the demo, or take no screenshots of it: \`screenshots: false\``,
  };
}
