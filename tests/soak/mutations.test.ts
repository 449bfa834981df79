import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFolder, listFiles, writeFiles } from '../helpers/build-site.ts';
import { endSeen, start } from '../helpers/command.ts';
import { BUDGET, faultsOf, type Mutation, mutate, readOriginals } from '../helpers/mutations.ts';

/** Selects mutations and files: `MUTATIONS=5000-6000 MUTATIONS_OF='^demos/'`. */
const { MUTATIONS = '0-1000', MUTATIONS_OF = '' } = process.env;
const [FROM = 0, TO = 0] = MUTATIONS.split('-').map(Number);
const isWanted = (name: string): boolean => new RegExp(MUTATIONS_OF).test(name);
/**
 * Milliseconds that a build may take in addition to its budget and to the build of the original site. The budget of the
 * configuration cannot be set.
 */
const BEYOND = 5000;
const CONFIG_BUDGET = 10_000;
const AT_ONCE = 2;

afterAll(endSeen);

it(`${TO - FROM} mutations of pages, demos and configurations finish soon, with a location or with the site: seeds ${MUTATIONS}`, {
  timeout: 7_200_000,
}, async () => {
  const originals = await readOriginals();
  const folder = await createFolder('mutations');
  const found: string[] = [];
  let next = FROM;
  const begun = performance.now();
  // The original site, as a mutation that changes nothing.
  const [site] = originals;
  const whole = {
    seed: -1,
    what: 'nothing',
    file: 'package.json',
    files: site?.files ?? {},
    packages: site?.packages ?? '',
  };
  expect(await build(path.join(folder, 'whole'), { ...whole, usual: 120_000 })).toEqual([]);
  // Twice, because two builds run at the same time.
  const usual = 2 * (performance.now() - begun);
  const work = async (number: number): Promise<void> => {
    while (next < TO) {
      const mutation = mutate(originals, next++, isWanted);
      const faults = await build(path.join(folder, String(number)), { ...mutation, usual });
      if (faults.length === 0) continue;
      found.push(`${mutation.seed} ${mutation.what}: ${faults.join('; ')}`);
      // The test may take hours, so each finding is printed immediately.
      console.error(found.at(-1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => work(number)));
  expect(found).toEqual([]);
});

async function build(
  root: string,
  { files, file, packages, usual }: Mutation & { packages: string; usual: number },
): Promise<string[]> {
  await fs.rm(root, { recursive: true, force: true });
  const before = {
    'dist/.cascader-docs': '{"version": 1, "files": ["index.html"]}',
    'dist/index.html': 'the old site',
  };
  await writeFiles(root, { ...files, ...before });
  await fs.symlink(packages, path.join(root, 'node_modules'), 'junction');
  const entries = await fs.readdir(root);
  const { child, ended, stderr, left } = start(['build', '.', '--no-cache'], { cwd: root });
  let isLate = false;
  const limit = setTimeout(
    () => {
      isLate = true;
      child.kill('SIGKILL');
    },
    (file.endsWith('.config.ts') ? CONFIG_BUDGET : BUDGET) + BEYOND + usual,
  );
  const code = await ended;
  clearTimeout(limit);
  const faults = isLate ? ['it does not end'] : faultsOf({ code, stderr: stderr(), files, file });
  const processes = left().length;
  if (processes > 0) faults.push(`${processes} processes are left`);
  const strange = (await fs.readdir(root)).filter((name) => !entries.includes(name));
  // The mutation itself may have renamed the output folder.
  if (code !== 0 && strange.length > 0) faults.push(`left: ${strange}`);
  const page = await fs.readFile(path.join(root, 'dist/index.html'), 'utf8');
  if (code !== 0 && page !== 'the old site') faults.push('the old site was removed');
  if (code === 0 && page === 'the old site' && strange.length === 0) faults.push('a success without a site');
  if (code === 0 && (await listFiles(root)).some((name) => /\.cascader-docs-/.test(name)))
    faults.push('temporary files are left');
  return faults;
}
