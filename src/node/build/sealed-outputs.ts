/** Sealed files that a build publishes: which files they are, whether they are complete, and what the next build needs to know. */
import path from 'node:path';
import { VERSIONS_FOLDER } from '../../shared/versions/versions.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { SealedCheck } from '../output/is-as-written.ts';
import { copiesIn, copyName, type SealedOutput, type SealedOutputs } from '../output/sealed-files.ts';
import type { Site } from '../project/config/types.ts';
import { createObjectCheck, describeDamaged, isDamage } from '../project/versions/sealed-file.ts';
import { sealedVersions } from '../project/versions/sealed-versions.ts';
import { objectFile } from '../project/versions/stored-paths.ts';
import type { SealedFile, SealedVersion, SiteVersions } from '../project/versions/types.ts';
import { disk } from '../store/observe-reads.ts';
import { createSealedStates, sealedState } from '../store/sealed-states.ts';

/** Number of damaged files to report. `versions verify` reports all. */
const MOST_REPORTED = 20;

/**
 * Returns the sealed files of a site by output path. Compares kind and size, and reads only files that changed since they were
 * verified or published on this machine.
 *
 * @param options.strict verifies files that are new to this machine too
 * @param options.paths output paths of the site's own files
 * @throws DiagnosticError if a file is damaged, or an own file has the address of a version
 */
export function sealedOutputs(
  { projectRoot, config }: Site,
  versions: SiteVersions | undefined,
  { strict, paths }: { strict: boolean; paths: Iterable<string> },
): SealedOutputs {
  const sealed = sealedVersions(versions);
  if (!versions || sealed.length === 0) return new Map();
  const diagnostics: Diagnostic[] = findConflicts(sealed, paths);
  const { folder } = versions;
  const check = createObjectCheck(folder);
  const states = createSealedStates({ projectRoot, cacheDir: config.cacheDir, folder });
  const known = new Map<string, SealedOutput>();
  const examine = (id: string, file: string, content: SealedFile): SealedOutput | undefined => {
    const { hash, size } = content;
    const stats = check.stat(content);
    const damaged = (damage: Parameters<typeof describeDamaged>[1]): undefined =>
      void diagnostics.push(describeDamaged({ folder, id, path: file, hash }, damage));
    if (isDamage(stats)) return damaged(stats);
    const isVerified = states.isVerified(hash, stats);
    if (isVerified === false || (strict && !isVerified)) {
      const bytes = check.read(content);
      if (isDamage(bytes)) return damaged(bytes);
      states.note(hash, stats);
    } else states.noteUnread(hash, stats);
    const source = objectFile(folder, hash);
    return { source, state: sealedState(stats), hash: Buffer.from(hash, 'hex').toString('base64url'), size };
  };
  const outputs = new Map<string, SealedOutput>();
  for (const { id, files } of sealed)
    for (const [file, content] of files) {
      const output = known.get(content.hash) ?? examine(id, file, content);
      if (diagnostics.length > MOST_REPORTED) throw new DiagnosticError(diagnostics);
      if (!output) continue;
      known.set(content.hash, output);
      outputs.set(`${VERSIONS_FOLDER}/${id}/${file}`, output);
    }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  states.save();
  return outputs;
}

/** Reports files of the site below the address of a version. Aliases are checked where their pages are generated. */
function findConflicts(sealed: SealedVersion[], paths: Iterable<string>): Diagnostic[] {
  const starts = sealed.map(({ id }) => `${VERSIONS_FOLDER}/${id}/`.toLowerCase());
  const found = Array.from(paths).filter((file) => {
    const name = `${file.toLowerCase()}/`;
    return name.startsWith(`${VERSIONS_FOLDER}/`) && starts.some((start) => name.startsWith(start));
  });
  if (found.length === 0) return [];
  return [createDiagnostic('version-path-conflict', { paths: found.sort(), ids: sealed.map(({ id }) => id) })];
}

/** Sealed files of a published site, as the cache entry of the build contains them. */
export type KeptSeals = Map<string, Omit<SealedOutput, 'hash'> & { published: string }>;

/**
 * Returns what the next build needs to detect that no sealed file changed.
 *
 * @param published states in the output folder, by output path
 * @param root folder to which paths are relative
 */
export function keepSeals(outputs: SealedOutputs, published: ReadonlyMap<string, string>, root: string): KeptSeals {
  return new Map(
    Array.from(outputs, ([output, { source, state, size }]) => [
      output,
      { source: path.relative(root, source), state, size, published: published.get(output) ?? '' },
    ]),
  );
}

/** Returns the sealed files to publish again. Returns undefined if one of them changed. */
export function sealsAgain(
  kept: KeptSeals,
  { contents, root }: { contents: ReadonlyMap<string, string>; root: string },
): SealedOutputs | undefined {
  const outputs = new Map<string, SealedOutput>();
  for (const [output, { source: file, state, size }] of kept) {
    const source = path.resolve(root, file);
    const stats = disk.lstat(source, { bigint: true, throwIfNoEntry: false });
    if (!stats?.isFile() || sealedState(stats) !== state) return undefined;
    outputs.set(output, { source, state, size, hash: contents.get(output) ?? '' });
  }
  return outputs;
}

/** Creates a check that the output folder has the sealed files of a build: linked to their contents, or copies from an earlier build. */
export function createPublishedCheck(
  kept: KeptSeals,
  contents: ReadonlyMap<string, string>,
  { outDir, ...location }: { outDir: string; projectRoot: string; cacheDir?: string | undefined },
): SealedCheck {
  const copies = copiesIn(outDir, location);
  return (output, stats) => {
    const published = kept.get(output)?.published;
    if (published === undefined) return undefined;
    return (
      published === sealedState(stats) || copies.isVerified(copyName(output, contents.get(output)), stats) === true
    );
  };
}
