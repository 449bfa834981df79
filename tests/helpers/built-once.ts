import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'cascader-docs';
import { inject } from 'vitest';
import { waitFor } from './dev-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the builds that all test files of a run share. */
    builtOnce: string;
  }
}

/**
 * Builds something in the first test file that needs it, while the other files wait. No test may change the result.
 *
 * @param make builds into the given folder
 * @returns the folder
 */
export async function builtOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = path.join(inject('builtOnce'), name);
  const [done, failed] = [`${folder}.done`, `${folder}.failed`];
  const isFirst = await fs.mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isFirst)
    await make(folder).then(
      () => fs.writeFile(done, ''),
      async (error: unknown) => {
        await fs.writeFile(failed, String(error));
        throw error;
      },
    );
  const exists = (file: string): Promise<boolean> =>
    fs.access(file).then(
      () => true,
      () => false,
    );
  await waitFor(async () => (await exists(done)) || (await exists(failed)), 200_000);
  if (await exists(failed)) throw new Error(`${name} was not built: ${await fs.readFile(failed, 'utf8')}`);
  return folder;
}

const repository = path.resolve(import.meta.dirname, '../..');

/** Builds the site of this repository, the documentation of the cascader. */
export const buildOwnSite = ({ development = false } = {}): Promise<string> =>
  builtOnce(development ? 'own-development' : 'own', (outDir) => build({ root: repository, outDir, development }));

/** Builds the handbook of `cascader-docs`. */
export const buildHandbook = (): Promise<string> =>
  builtOnce('handbook', (outDir) => build({ root: path.join(repository, 'docs/_handbook'), outDir }));
