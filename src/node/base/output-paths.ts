import type { NameConflict } from './diagnostics/codes/output.ts';
import { createDiagnostic } from './diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { MARKER } from './marker.ts';

/** Matches an empty segment, `.` or `..`, or a character that output paths must not contain. */
const NO_OUTPUT_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\\0]/;

/** Returns true for a path to a file inside the output: relative, with forward slashes, without `.` or `..`. */
export function isOutputPath(path: string): boolean {
  return !NO_OUTPUT_PATH.test(path);
}

/**
 * Matches a segment that Windows interprets as a device, whatever its extension and letter case:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
const DEVICE_NAME = /(?:^|\/)(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=[./]|$)/i;

/** Returns true if Windows interprets a segment of the path as a device. */
export function isDeviceName(path: string): boolean {
  return DEVICE_NAME.test(path);
}

/** Yields the parent folders of an output path, the deepest first: `a/b` and `a` for `a/b/c.html`. */
function* foldersOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

function foldersIn(paths: Iterable<string>): Set<string> {
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

/** Returns an error (CD606) that lists the result of {@link findNameConflicts}. */
export function outputPathErrors(files: Iterable<string>): Diagnostic[] {
  const conflicts = findNameConflicts(files);
  return conflicts.length > 0 ? [createDiagnostic('conflicting-output-names', { conflicts })] : [];
}

/** Finds invalid paths, reserved Windows names, files where other paths need folders, and names that differ only by case. */
export function findNameConflicts(files: Iterable<string>): NameConflict[] {
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
    } else if (isDeviceName(path)) {
      conflicts.push({ kind: 'device', path });
    } else if (folders.has(path)) {
      conflicts.push({ kind: 'file-and-folder', path });
    } else if (twin !== undefined) {
      conflicts.push({ kind: 'case', path, twin });
    }
  }
  return conflicts;
}
