/** Checks that earlier builds do not change the output: each build must write what a build without a cache writes. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'cascader-docs';
import { expect } from 'vitest';
import { listFiles, type TestBuild, type TestSite } from './build-site.ts';

/** Hashes of the output files by path. The manifest is excluded, because it records what the cache contains. */
export async function readOutput(folder: string): Promise<Map<string, string>> {
  const files = (await listFiles(folder)).filter((file) => file !== '.cascader-docs');
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(fs.readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** Expects the output of a build, byte for byte, and its messages to equal those of a build without a cache. */
export async function expectClean(
  site: TestSite,
  built: TestBuild,
  what: string,
  options: BuildOptions = {},
): Promise<void> {
  const outDir = path.join(site.root, 'clean');
  const clean = await site.build({ ...options, cache: false, outDir });
  expect(built.text, what).toBe(clean.text);
  expect(built.exitCode, clean.text).toBe(clean.exitCode);
  if (!built.result) return;
  const [own, other] = await Promise.all([readOutput(built.result.outDir), readOutput(outDir)]);
  const different = [...new Set([...own.keys(), ...other.keys()])].filter((file) => own.get(file) !== other.get(file));
  expect(different, what).toEqual([]);
}
