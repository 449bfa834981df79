import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NameConflict } from '../base/diagnostics/codes/output.ts';
import { createDiagnostic, failure } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/files/error-code.ts';
import { MARKER } from '../base/files/marker.ts';

const VERSION = 1;

/**
 * Text of the marker file: the same for the same files, whatever their order.
 *
 * @param besides.addresses anchors by address, for who compares a later build with this one
 * @param besides.hashes of the files, for who uploads what has changed
 */
export function formatManifest(
  paths: Iterable<string>,
  { addresses, hashes }: { addresses?: Record<string, string[]>; hashes?: ReadonlyMap<string, string> } = {},
): string {
  const files = [...paths].sort();
  const data = { version: VERSION, files, hashes: hashes && files.map((file) => hashes.get(file)), addresses };
  return `${JSON.stringify(data, null, 1)}\n`;
}

/** Hashes by output path, as {@link formatManifest} wrote them; undefined for a text without. */
export function parseHashes(text: string): Map<string, string> | undefined {
  const files = parseManifest(text);
  const { hashes } = files ? (JSON.parse(text) as { hashes?: unknown }) : {};
  if (!files || !Array.isArray(hashes) || hashes.length !== files.length) return undefined;
  return new Map(files.map((file, index) => [file, String(hashes[index])]));
}

/**
 * Output paths of the site in `outDir`, without the marker itself.
 * Returns undefined when the folder has no marker; throws a {@link DiagnosticError} (exit code 2) when it cannot be understood.
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
    // Not JSON: the caller says so.
    return undefined;
  }
  if (data?.version !== VERSION || !Array.isArray(data.files)) return undefined;
  // The list decides what may be deleted: a path that leads out of the folder makes all of it suspect.
  return data.files.every((file) => typeof file === 'string' && isOutputPath(file)) ? data.files : undefined;
}

/** A segment that is empty, `.` or `..`, or a character that no path has. */
const NO_OUTPUT_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\\0]/;

/** True for a path that names a file inside the output: relative, forward slashes, no `.` or `..`. */
export function isOutputPath(path: string): boolean {
  return !NO_OUTPUT_PATH.test(path);
}

/**
 * A segment that Windows takes for a device, whatever its extension and letter case:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
const DEVICE_NAME = /(?:^|\/)(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=[./]|$)/i;

/** Folders of an output path, the deepest first: `a/b` and `a` for `a/b/c.html`. */
export function* foldersOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

/** Throws a {@link DiagnosticError} (exit code 1) if {@link outputPathErrors} returns errors. */
export function checkOutputPaths(files: Iterable<string>): void {
  const errors = outputPathErrors(files);
  if (errors.length > 0) throw new DiagnosticError(errors);
}

/**
 * Returns an error (CD606) that lists every path which cannot be in one folder with the others: not a path, a name that Windows
 * reserves, a file where another path needs a folder, or two names that differ only by case.
 */
export function outputPathErrors(files: Iterable<string>): Diagnostic[] {
  const paths = [...files];
  const folders = new Set<string>();
  for (const path of paths)
    for (const folder of foldersOf(path)) {
      // Those above it are there as well.
      if (folders.has(folder)) break;
      folders.add(folder);
    }
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
