import fs from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../../shared/is-record.ts';
import { createDiagnostic, type DataOf, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../../base/errors.ts';
import { shownPath } from '../../base/files/paths.ts';
import { temporaryName } from '../../base/files/replace-file.ts';
import { toWriteFailure } from '../../base/files/write-error.ts';
import { findJsonFault } from '../../bundle/esbuild/json-fault.ts';

/** Default path of the list of permanent sandboxes, relative to the project root. */
export const SANDBOX_LIST = 'demos/sandboxes.json';

export interface SandboxLink {
  /** Id in CodeSandbox. */
  id: string;
  url: string;
}

export interface SandboxEntry extends SandboxLink {
  /** Hash of the project from which the sandbox was created. Absent in entries that an author wrote. */
  hash?: string;
}

export interface SandboxList {
  /** All entries by demo id, including invalid ones, which are kept when the list is written. */
  entries: Map<string, unknown>;
  sandboxes: Map<string, SandboxEntry>;
  diagnostics: Diagnostic[];
}

/**
 * Returns an empty list if the file is missing. Throws a DiagnosticError: exit code 2 for invalid JSON, 3 if it cannot be read.
 */
export async function readSandboxList(filePath: string, root: string): Promise<SandboxList> {
  const file = shownPath(root, filePath);
  const text = await readText(filePath, file);
  const list: SandboxList = { entries: new Map(), sandboxes: new Map(), diagnostics: [] };
  if (text === undefined) return list;
  for (const [demo, entry] of Object.entries(await parseObject(text, file))) {
    list.entries.set(demo, entry);
    const problem = findProblem(entry);
    if (problem === undefined) list.sandboxes.set(demo, entry as SandboxEntry);
    else
      list.diagnostics.push(
        createDiagnostic(
          'invalid-sandbox-entry',
          { demo, problem },
          { location: locateEntry(file, text, demo, entry) },
        ),
      );
  }
  return list;
}

/** The diagnostics contain an error if the list cannot be read, or a warning for each invalid entry. */
export async function readSandboxes(
  projectRoot: string,
  root: string = projectRoot,
): Promise<{ sandboxes: Record<string, SandboxLink>; diagnostics: Diagnostic[] }> {
  // No prototype, because any demo id may be looked up.
  const sandboxes: Record<string, SandboxLink> = Object.create(null);
  try {
    const list = await readSandboxList(path.join(projectRoot, SANDBOX_LIST), root);
    for (const [demo, { id, url }] of list.sandboxes) sandboxes[demo] = { id, url };
    return { sandboxes, diagnostics: list.diagnostics };
  } catch (error) {
    if (error instanceof DiagnosticError) return { sandboxes, diagnostics: error.diagnostics };
    throw error;
  }
}

/** Writes the list atomically, sorted by demo id, so that a new entry is a small diff. Throws a DiagnosticError with exit code 3. */
export async function writeSandboxList(filePath: string, root: string, entries: Map<string, unknown>): Promise<void> {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const temporary = temporaryName(filePath);
  try {
    await fs.mkdir(path.dirname(filePath), { recursive: true });
    await fs.writeFile(temporary, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    await fs.rename(temporary, filePath);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {
      // The folder is not writable; the original error is thrown below.
    });
    throw toWriteFailure(root, error, filePath);
  }
}

async function readText(filePath: string, file: string): Promise<string | undefined> {
  try {
    return (await fs.readFile(filePath, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw failure(3, 'invalid-sandbox-list', { case: 'unreadable', file, code: errorCode(error) });
  }
}

async function parseObject(text: string, file: string): Promise<object> {
  let value: unknown;
  let errorText: { text: string; location?: Location } | undefined;
  try {
    value = JSON.parse(text);
    if (!isRecord(value)) errorText = { text: 'it is not an object', location: locate(file, text, text.search(/\S/)) };
  } catch (error) {
    errorText = (await findJsonFault(text, file)) ?? { text: (error as Error).message };
  }
  if (!errorText) return value as object;
  const { text: reason, location } = errorText;
  throw failure(2, 'invalid-sandbox-list', { case: 'invalid', file, reason }, { location });
}

function findProblem(entry: unknown): DataOf<'invalid-sandbox-entry'>['problem'] | undefined {
  if (!isRecord(entry)) return 'no-object';
  const { id, url, hash } = entry as Record<string, unknown>;
  if (typeof id !== 'string') return 'no-id';
  if (typeof url !== 'string') return 'no-url';
  if (hash !== undefined && typeof hash !== 'string') return 'hash-no-text';
  // The site links to the URL, so a mistake in the list must not send readers to another site.
  return url.startsWith('https://codesandbox.io/') ? undefined : 'other-url';
}

/** The file has a simple format, so a text search finds the entry. */
function locateEntry(file: string, text: string, demo: string, entry: unknown): Location {
  const key = JSON.stringify(demo);
  const start = Math.max(0, text.indexOf(key));
  const url = isRecord(entry) ? JSON.stringify((entry as { url?: unknown }).url) : undefined;
  const index = url === undefined ? -1 : text.indexOf(url, start);
  return index === -1 ? locate(file, text, start, key.length) : locate(file, text, index, url?.length);
}
