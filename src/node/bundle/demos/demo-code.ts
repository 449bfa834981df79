/** Hashes the code of each demo, so that its HTML does not depend on other demos or on packages that it does not use. */

import type { ImportKind, Metafile } from 'esbuild';
import { hashOf } from '../../base/hash.ts';
import { sectionsOf } from '../esbuild/input-files.ts';

const STDIN = '<stdin>';

/** Entry of a script: a module that the script itself imports lazily. */
export interface ScriptEntry {
  hash: string;
  modules: ReadonlySet<string>;
}

/** Returns the entries. A module that cannot be separated, for example because its name is also in a string, belongs to all of them. */
export function entriesOf(
  code: string,
  { inputs, outputs }: Metafile,
  { kind, nameOf = (input) => input }: { kind: ImportKind; nameOf?: (input: string) => string },
): Map<string, ScriptEntry> {
  const sections = sectionsOf(code, 2).map(({ name, text }) => ({ name, hash: hashOf(`${name}\n${text}`) }));
  const positions = new Map<string, number>();
  for (const { name } of sections) positions.set(name, (positions.get(name) ?? 0) + 1);
  const written = new Set(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? nameOf(input) : [])),
    ),
  );
  const isApart = (name: string): boolean => written.has(name) && positions.get(name) === 1;
  const imported = (inputs[STDIN]?.imports ?? []).filter((entry) => entry.kind === kind);
  const entries = new Set(imported.map(({ path }) => path));
  const reachable = (from: string, mayFollow = (_input: string): boolean => true): Set<string> => {
    const found = new Set([from]);
    for (const input of found)
      for (const { path } of inputs[input]?.imports ?? []) if (mayFollow(path)) found.add(path);
    return found;
  };
  const namesOf = (found: ReadonlySet<string>): ReadonlySet<string> => new Set(Array.from(found, nameOf));
  const ofAll = namesOf(reachable(STDIN, (input) => !entries.has(input)));
  // The main module of the script only lists the entries.
  const shared = sections.map(({ name }) => name !== STDIN && (ofAll.has(name) || !isApart(name)));
  return new Map(
    imported.map(({ path, original = path }) => {
      const modules = namesOf(reachable(path));
      const used = sections.filter(({ name }, index) => shared[index] || modules.has(name));
      return [original, { hash: hashOf(used.map(({ hash }) => hash).join(' ')), modules }];
    }),
  );
}
