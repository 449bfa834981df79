import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sources = path.resolve(import.meta.dirname, '../fixtures/packages');
const store = path.resolve(import.meta.dirname, '../../node_modules/.cache/fixture-packages');

/**
 * Installs the packages of a lock file in `tests/fixtures/packages/<name>` for sites of tests. They are installed again
 * only when the lock file changes.
 *
 * @returns the absolute path of `node_modules`, to link into a site
 */
export async function fixturePackages(name: string): Promise<string> {
  const lock = await fs.readFile(path.join(sources, name, 'package-lock.json'));
  const folder = path.join(store, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  const modules = path.join(folder, 'node_modules');
  if (await exists(modules)) return modules;
  const work = `${folder}.${process.pid}`;
  await fs.cp(path.join(sources, name), work, { recursive: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: work });
  await fs.rename(work, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another test file has installed them first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await fs.rm(work, { recursive: true });
  });
  return modules;
}

async function exists(file: string): Promise<boolean> {
  return await fs.access(file).then(
    () => true,
    () => false,
  );
}
