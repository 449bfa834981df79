/** The code of one demo in a script of many: whoever keeps what a demo has rendered need not mind the others. */
import type { Metafile } from 'esbuild';
import { hashOf } from '../../store/observe-reads.ts';
import { sectionsOf } from '../esbuild/module-sections.ts';

const ENTRY = '<stdin>';

/**
 * Hashes of what each demo runs of a script: all of it but the modules that others alone import. A module that cannot be told from
 * its surroundings, as one whose name stands in a text, counts for all.
 *
 * @param code the script, not minified
 * @param metafile of the bundler; the script's entry imports each demo by `import()`
 * @returns by what the entry imports, as it is written there
 */
export function hashesOfDemos(code: string, { inputs, outputs }: Metafile): Map<string, string> {
  const sections = sectionsOf(code, 2).map(({ name, text }) => ({ name, hash: hashOf(`${name}\n${text}`) }));
  const places = new Map<string, number>();
  for (const { name } of sections) places.set(name, (places.get(name) ?? 0) + 1);
  const written = new Set(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? name : [])),
    ),
  );
  const isApart = (name: string): boolean => written.has(name) && places.get(name) === 1;
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
