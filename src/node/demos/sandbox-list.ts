import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, type DataOf, failure } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../base/files/error-code.ts';
import { shownPath } from '../base/files/paths.ts';
import { temporaryName } from '../base/files/temporary-name.ts';
import { toWriteFailure } from '../base/files/write-error.ts';
import { findJsonFault } from '../bundle/esbuild/json-fault.ts';

/** Where the list of permanent sandboxes is, relative to the project root, unless another place is named. */
export const SANDBOX_LIST = 'demos/sandboxes.json';

/** A permanent sandbox. */
export interface SandboxLink {
  /** As CodeSandbox names it. */
  id: string;
  /** `https://codesandbox.io/…`. */
  url: string;
}

/** What the list says of a demo. */
export interface SandboxEntry extends SandboxLink {
  /** Hash of the project that the sandbox was made from; absent in an entry written by hand. */
  hash?: string;
}

/** The list as it was read. */
export interface SandboxList {
  /** Everything in the file by demo id, entries that cannot be used too: they are somebody's, and stay. */
  entries: Map<string, unknown>;
  /** The entries that can be used. */
  sandboxes: Map<string, SandboxEntry>;
  /** A warning for each that cannot. */
  diagnostics: Diagnostic[];
}

/**
 * Reads the list of permanent sandboxes; one that is not there is empty. Throws a DiagnosticError: with exit code 2 when
 * it is not JSON, 3 when it cannot be read.
 *
 * @param filePath absolute
 * @param root folder that places are relative to
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

/**
 * Permanent sandboxes of a project for the site to link, by demo id. What is wrong with the list is in the diagnostics:
 * an error when it cannot be read at all, a warning for each entry that is left out.
 *
 * @param root folder that places are relative to; default: the project root
 */
export async function readSandboxes(
  projectRoot: string,
  root: string = projectRoot,
): Promise<{ sandboxes: Record<string, SandboxLink>; diagnostics: Diagnostic[] }> {
  // Without a prototype: it is asked for any demo's id.
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

/**
 * Writes the list: sorted by demo id, so that a new entry is one change in it, and in one step, so that nobody reads half
 * of it. Throws a DiagnosticError with exit code 3.
 */
export async function writeSandboxList(filePath: string, root: string, entries: Map<string, unknown>): Promise<void> {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const temporary = temporaryName(filePath);
  try {
    await fs.mkdir(path.dirname(filePath), { recursive: true });
    await fs.writeFile(temporary, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    await fs.rename(temporary, filePath);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {
      // Nothing can be written there, as is told.
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
  let fault: { text: string; location?: Location } | undefined;
  try {
    value = JSON.parse(text);
    if (!isObject(value)) fault = { text: 'it is no object', location: locate(file, text, text.search(/\S/)) };
  } catch (error) {
    fault = (await findJsonFault(text, file)) ?? { text: (error as Error).message };
  }
  if (!fault) return value as object;
  const { text: reason, location } = fault;
  throw failure(2, 'invalid-sandbox-list', { case: 'invalid', file, reason }, { location });
}

/** Why an entry cannot be used; undefined when it can. */
function findProblem(entry: unknown): DataOf<'invalid-sandbox-entry'>['problem'] | undefined {
  if (!isObject(entry)) return 'no-object';
  const { id, url, hash } = entry as Record<string, unknown>;
  if (typeof id !== 'string') return 'no-id';
  if (typeof url !== 'string') return 'no-url';
  if (hash !== undefined && typeof hash !== 'string') return 'hash-no-text';
  // The site links it: a slip in the file sends no reader elsewhere.
  return url.startsWith('https://codesandbox.io/') ? undefined : 'other-url';
}

/** Place of an entry's URL, else of its demo id: the file is a plain one, so a search finds them. */
function locateEntry(file: string, text: string, demo: string, entry: unknown): Location {
  const key = JSON.stringify(demo);
  const start = Math.max(0, text.indexOf(key));
  const url = isObject(entry) ? JSON.stringify((entry as { url?: unknown }).url) : undefined;
  const place = url === undefined ? -1 : text.indexOf(url, start);
  return place === -1 ? locate(file, text, start, key.length) : locate(file, text, place, url?.length);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
