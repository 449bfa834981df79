/**
 * Finds the code of one demo in the script of all demos, so that its cached HTML does not depend on the other demos.
 */

import type { Metafile } from 'esbuild';
import { hashOf } from '../../base/hash.ts';
import { sectionsOf } from '../esbuild/module-sections.ts';

const ENTRY = '<stdin>';

/**
 * Returns a hash of the code that each demo runs: the whole script without the modules that only other demos import. A
 * module that cannot be separated counts for every demo. Example: its name also occurs in a string.
 *
 * @param code the script, not minified
 * @param metafile metafile of the bundle; the script's entry imports each demo by `import()`
 * @returns hashes by the specifiers that the entry imports
 */
export function hashesOfDemos(code: string, { inputs, outputs }: Metafile): Map<string, string> {
  const sections = sectionsOf(code, 2).map(({ name, text }) => ({ name, hash: hashOf(`${name}\n${text}`) }));
  const positions = new Map<string, number>();
  for (const { name } of sections) positions.set(name, (positions.get(name) ?? 0) + 1);
  const written = new Set(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? name : [])),
    ),
  );
  const isApart = (name: string): boolean => written.has(name) && positions.get(name) === 1;
  const demos = (inputs[ENTRY]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import');
  const entries = new Set(demos.map(({ path }) => path));
  const reachable = (from: string, mayFollow = (_name: string): boolean => true): Set<string> => {
    const found = new Set([from]);
    for (const name of found) for (const { path } of inputs[name]?.imports ?? []) if (mayFollow(path)) found.add(path);
    return found;
  };
  const ofAll = reachable(ENTRY, (name) => !entries.has(name));
  return new Map(
    demos.map(({ path, original = path }) => {
      const own = reachable(path);
      const used = sections.filter(({ name }) => ofAll.has(name) || own.has(name) || !isApart(name));
      return [original, hashOf(used.map(({ hash }) => hash).join(' '))];
    }),
  );
}
