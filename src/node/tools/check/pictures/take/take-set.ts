import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { createLimit } from '../../../../base/files/create-limit.ts';
import type { Finding } from '../../types.ts';
import type { PictureIdentity, PictureInfo, PictureSet } from '../picture-set.ts';
import { readPictureSet } from '../read-picture-set.ts';
import { writePictureSet } from '../write-picture-set.ts';
import { type PicturedDemo, type TakeOptions, takePictures } from './take-pictures.ts';

export interface TakeSetOptions extends Omit<TakeOptions, 'onPicture' | 'browser'> {
  browser: Browser;
  identity: PictureIdentity;
  folder: string;
  atOnce: number;
  signal?: AbortSignal | undefined;
}

export interface TakenSet {
  set: PictureSet;
  /** What prevented pictures, and unstable pictures, by demo id. */
  findings: Map<string, Finding[]>;
}

interface StoredPicture extends PictureInfo {
  file: string;
}

/** Folder with the second picture of each unstable state, in the folder of a set. */
const UNSTABLE_DIR = 'unstable';

/** Images are on disk as soon as they are taken, so memory does not depend on their number. */
export async function takeSet(demos: readonly PicturedDemo[], options: TakeSetOptions): Promise<TakenSet> {
  const { folder, identity, atOnce, signal, ...taking } = options;
  const taken = path.join(folder, 'taken');
  const second = path.join(folder, UNSTABLE_DIR);
  await fs.rm(taken, { recursive: true, force: true });
  await fs.rm(second, { recursive: true, force: true });
  await fs.mkdir(taken, { recursive: true });
  const stored: StoredPicture[] = [];
  const findings = new Map<string, Finding[]>();
  const limit = createLimit(atOnce, signal);
  try {
    await Promise.all(
      demos.map((demo) =>
        limit(async () => {
          const unstable: Finding[] = [];
          const problems = await takePictures(demo, {
            ...taking,
            async onPicture({ bytes, again, ...info }) {
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
    await writePictureSet(folder, { identity, pictures: stored }, ({ file }) => fs.readFile(file));
    return { set: await readPictureSet(folder), findings };
  } finally {
    await fs.rm(taken, { recursive: true, force: true });
  }
}

function unstableFinding({ state, width, color }: PictureInfo, file: string): Finding {
  return {
    rule: 'unstable-picture',
    place: 'pictures',
    message: `Two pictures of ${state === '' ? 'the initial state' : `the state \`${state}\``} differ, although nothing happened between them`,
    details: `${width} px, ${color}. The pictures are ${file}-1.png and ${file}-2.png\nMask what changes by itself with the option \`pictures\` of the demo, or take no pictures of it: \`pictures: false\``,
  };
}
