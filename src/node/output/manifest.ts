import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { toPosix } from '../base/files/paths.ts';
import { MARKER } from '../base/marker.ts';
import { isOutputPath } from '../base/output-paths.ts';

const VERSION = 1;

/** Returns a text that does not depend on the order of the files. `addresses`: anchors by route, for comparison with a later build. */
export function formatManifest(paths: Iterable<string>, anchors?: Record<string, string[]>): string {
  return `${JSON.stringify({ version: VERSION, files: [...paths].sort(), anchors }, null, 1)}\n`;
}

/** Undefined if the folder has no marker file. Throws a {@link DiagnosticError} (exit code 2) if it is invalid. */
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
  const file = join(outDir, MARKER);
  const location = { file: toPosix(file), line: 1, column: 1 };
  throw failure(2, 'output-not-replaceable', { case: 'unreadable-list', file }, { location });
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
  // The listed files may be deleted, so one path outside the folder invalidates the whole list.
  return data.files.every((file) => typeof file === 'string' && isOutputPath(file)) ? data.files : undefined;
}
