import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NameConflict } from '../base/diagnostics/codes/output.ts';
import { createDiagnostic, failure } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/files/error-code.ts';
import { MARKER } from '../base/marker.ts';

const VERSION = 1;

/**
 * Returns the text of the marker file. It does not depend on the order of the files.
 *
 * @param options.addresses anchors by address, for comparison with a later build
 * @param options.hashes hashes of the files, for uploads of changed files only
 */
export function formatManifest(
  paths: Iterable<string>,
  { addresses, hashes }: { addresses?: Record<string, string[]>; hashes?: ReadonlyMap<string, string> } = {},
): string {
  const files = [...paths].sort();
  const data = { version: VERSION, files, hashes: hashes && files.map((file) => hashes.get(file)), addresses };
  return `${JSON.stringify(data, null, 1)}\n`;
}

/** Parses the hashes by output path that {@link formatManifest} wrote. Returns undefined if the text has none. */
export function parseHashes(text: string): Map<string, string> | undefined {
  const files = parseManifest(text);
  const { hashes } = files ? (JSON.parse(text) as { hashes?: unknown }) : {};
  if (!files || !Array.isArray(hashes) || hashes.length !== files.length) return undefined;
  return new Map(files.map((file, index) => [file, String(hashes[index])]));
}

/**
 * Returns the output paths of the site in `outDir`, without the marker file. Returns undefined if the folder has no marker file.
 *
 * Throws a {@link DiagnosticError} (exit code 2) if the marker file is invalid.
 */
export async function readManifest(outDir: string): Promise<string[] | undefined> {
  let text: string;
  try {
    text = await readFile(join(outDir, MARKER), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
  const files = parseManifest(text);
  if (files) return files;
  throw failure(2, 'output-not-replaceable', { case: 'unreadable-list', file: join(outDir, MARKER) });
}

function parseManifest(text: string): string[] | undefined {
  let data: { version?: unknown; files?: unknown } | null;
  try {
    data = JSON.parse(text);
  } catch {
    // Invalid JSON: the caller reports it.
    return undefined;
  }
  if (data?.version !== VERSION || !Array.isArray(data.files)) return undefined;
  // The listed files may be deleted, so one path outside of the folder invalidates the whole list.
  return data.files.every((file) => typeof file === 'string' && isOutputPath(file)) ? data.files : undefined;
}

/** Empty segment, `.` or `..`, or a character that no output path contains. */
const NO_OUTPUT_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\\0]/;

/** Returns true for a path to a file inside of the output: relative, with forward slashes, without `.` or `..`. */
export function isOutputPath(path: string): boolean {
  return !NO_OUTPUT_PATH.test(path);
}

/**
 * Segment that Windows interprets as a device, whatever its extension and letter case:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
const DEVICE_NAME = /(?:^|\/)(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=[./]|$)/i;

/** Yields the parent folders of an output path, the deepest first: `a/b` and `a` for `a/b/c.html`. */
export function* foldersOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

/** Returns all parent folders of output paths. */
export function foldersIn(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (const folder of foldersOf(path)) {
      // The parent folders of a known folder are known too.
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** Throws a {@link DiagnosticError} (exit code 1) if {@link outputPathErrors} returns errors. */
export function checkOutputPaths(files: Iterable<string>): void {
  const errors = outputPathErrors(files);
  if (errors.length > 0) throw new DiagnosticError(errors);
}

/**
 * Returns an error (CD606) that lists every path which conflicts with the others: an invalid path, a name that Windows reserves,
 * a file where another path needs a folder, or two names that differ only by case.
 */
export function outputPathErrors(files: Iterable<string>): Diagnostic[] {
  const paths = [...files];
  const folders = foldersIn(paths);
  const byFoldedName = new Map<string, string>();
  const conflicts: NameConflict[] = [];
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase();
    const twin = byFoldedName.get(folded);
    byFoldedName.set(folded, path);
    if (!isOutputPath(path) || path === MARKER || path.startsWith(`${MARKER}/`)) {
      conflicts.push({ kind: 'no-name', path });
    } else if (DEVICE_NAME.test(path)) {
      conflicts.push({ kind: 'device', path });
    } else if (folders.has(path)) {
      conflicts.push({ kind: 'file-and-folder', path });
    } else if (twin !== undefined) {
      conflicts.push({ kind: 'case', path, twin });
    }
  }
  return conflicts.length > 0 ? [createDiagnostic('conflicting-output-names', { conflicts })] : [];
}
