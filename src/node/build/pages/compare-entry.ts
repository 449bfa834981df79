/** A page that could have been taken as an earlier build made it, beside what was made of it again. */
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { Contents } from '../../store/contents.ts';
import { disk, hashOf } from '../../store/observe-reads.ts';
import { shownPath } from '../../store/relocate.ts';
import { findDifference, madeDifferently } from '../../store/verify.ts';
import type { Entry } from './page-entry.ts';

/**
 * The error about what differs first: in a file, or in what compiling told.
 *
 * @param entries.compiled of which compiling was as it is; `kept`: of which all was
 * @param folder where the files were made
 */
export function compareEntry(
  sourcePath: string,
  { made, kept, compiled }: { made: Entry; kept: Entry | undefined; compiled: Entry | undefined },
  { contents, folder }: { contents: Contents; folder: string },
): Diagnostic | undefined {
  // As what was kept, it has been written and read.
  const parts: unknown = deserialize(serialize(made.parts));
  const difference =
    (kept && findInFiles(kept, made, { contents, folder })) ??
    (compiled && findDifference(`${sourcePath}, compiled`, compiled.parts, parts));
  const old = (kept ?? compiled)?.key;
  if (!difference || !old) return undefined;
  const asked = new Set([...old.compiling, ...old.rendering].map(([question, name]) => `${question} ${name}`));
  const { compiling, rendering } = made.key;
  const forgotten = [...compiling, ...rendering].filter(([question, name]) => !asked.has(`${question} ${name}`));
  const names = forgotten.map(([, name]) => shownPath(name));
  return madeDifferently(difference, { file: sourcePath, forgotten: [...new Set(names)] });
}

function findInFiles(kept: Entry, made: Entry, { contents, folder }: { contents: Contents; folder: string }) {
  const hashes = new Map(kept.files.map(([file, , hash]) => [file, hash]));
  const files = new Map(made.files.map(([file]) => [file, disk.readFile(path.join(folder, file)) as Buffer]));
  for (const file of new Set([...files.keys(), ...hashes.keys()])) {
    const [bytes, hash] = [files.get(file), hashes.get(file)];
    if (bytes && hashOf(bytes) === hash) continue;
    const before = hash === undefined ? undefined : contents.read(file, hash)?.toString();
    return { name: file, before, now: bytes?.toString() };
  }
  return findDifference('What search knows of it', kept.search?.text, made.search?.text);
}
