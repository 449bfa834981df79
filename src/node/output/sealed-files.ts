/** Publishes sealed files: by hard links, so that their bytes are neither read nor written. */

import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { WriteError } from '../base/files/write-error.ts';
import { hashOf } from '../base/hash.ts';
import { disk } from '../store/observe-reads.ts';
import { createSealedStates, type SealedStates, sealedState } from '../store/sealed-states.ts';

/** A sealed file of an output. */
export interface SealedOutput {
  /** Absolute path of the file with the content. */
  source: string;
  /** State of that file, see {@link sealedState}. */
  state: string;
  /** Hash of the content, see `hashOf`. */
  hash: string;
  size: number;
}

/** Sealed files by output path. */
export type SealedOutputs = ReadonlyMap<string, SealedOutput>;

/** Mode of a sealed file. Otherwise a tool that edits the output in place would edit the sealed file through the hard link. */
const READ_ONLY = 0o444;

/**
 * Places sealed files into the folder of a new site. If the file system has no hard links, or is not that of the sealed files, it links
 * to the copy in the last output. If the last output has no copy, it copies the file.
 *
 * @throws DiagnosticError if the content of a file that is copied does not match its hash
 * @param copies copies in the last output, see {@link copiesIn}
 */
export function placeSealed(
  outputs: SealedOutputs,
  folder: string,
  last: { outDir: string; copies: SealedStates },
): void {
  const makeFolder = createFolderMaker();
  for (const [output, { source, state, hash }] of outputs) {
    const target = path.join(folder, output);
    const name = copyName(output, hash);
    try {
      makeFolder(path.dirname(target));
      const isLinked =
        link(source, target, state) || linkCopy(path.join(last.outDir, output), target, name, last.copies);
      if (!isLinked) {
        copy({ source, target, output, hash });
        last.copies.note(name, disk.lstat(target, { bigint: true }) as fs.BigIntStats);
      }
      protect(target);
    } catch (error) {
      throw error instanceof DiagnosticError ? error : new WriteError(target, error);
    }
  }
}

/** Returns the record of the copies in an output folder, for disks to which sealed files cannot be linked. */
export function copiesIn(
  outDir: string,
  location: { projectRoot: string; cacheDir?: string | undefined },
): SealedStates {
  return createSealedStates({ ...location, folder: outDir });
}

/** Returns the name of a copy in the record of {@link copiesIn}. */
export function copyName(output: string, hash: string | undefined): string {
  return `${hash} ${output}`;
}

/** Returns the states of published sealed files, by output path. */
export function publishedStates(outputs: SealedOutputs, outDir: string): Map<string, string> {
  return new Map(
    Array.from(outputs.keys(), (output) => [
      output,
      sealedState(disk.lstat(path.join(outDir, output), { bigint: true }) as fs.BigIntStats),
    ]),
  );
}

function link(source: string, target: string, state: string): boolean {
  try {
    fs.linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Another device, a file system without hard links, or too many links.
    return false;
  }
  if (sealedState(disk.lstat(target, { bigint: true }) as fs.BigIntStats) === state) return true;
  fs.unlinkSync(target);
  throw new Error('The sealed file changed while it was published');
}

/** Copies a file. Its bytes are read anyway, so they are compared with the hash: later builds trust the copy. */
function copy({ source, target, output, hash }: Record<'source' | 'target' | 'output' | 'hash', string>): void {
  const bytes = fs.readFileSync(source);
  if (hashOf(bytes) !== hash) {
    const [, id = '', ...names] = output.split('/');
    const object = path.relative(process.cwd(), source);
    const data = { id, path: names.join('/'), object, damage: { is: 'changed' } } as const;
    throw new DiagnosticError([createDiagnostic('damaged-sealed-file', data)]);
  }
  fs.writeFileSync(target, bytes, { flag: 'wx', mode: READ_ONLY });
}

function linkCopy(file: string, target: string, name: string, copies: SealedStates): boolean {
  const stats = disk.lstat(file, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() === true && copies.isVerified(name, stats) === true && link(file, target, sealedState(stats));
}

/** Makes a file read-only. A checkout does not keep the mode of sealed files. */
function protect(file: string): void {
  if ((disk.lstat(file).mode & 0o222) === 0) return;
  try {
    fs.chmodSync(file, READ_ONLY);
  } catch {
    // The file belongs to another user, so this user cannot edit it either.
  }
}
