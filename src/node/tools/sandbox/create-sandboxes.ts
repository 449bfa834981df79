import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../../base/files/each-limited.ts';
import { loadSite } from '../../build/site.ts';
import {
  readSandboxList,
  SANDBOX_LIST,
  type SandboxEntry,
  type SandboxLink,
  writeSandboxList,
} from '../../demos/sandbox-list.ts';
import { SandboxRequestError } from './request-error.ts';
import { createSandboxClient } from './sandbox-client.ts';
import { hashProject, makeProjects, type SandboxProjectsOptions } from './sandbox-projects.ts';

/** Options of {@link createSandboxes}. */
export interface CreateSandboxesOptions extends SandboxProjectsOptions {
  /** Key of CodeSandbox's API; the command line takes it from `CSB_API_KEY`. */
  apiKey: string | undefined;
  /** The list that is kept. Default: `demos/sandboxes.json`, which the site reads. Relative to the project root. */
  file?: string;
  /** Make new sandboxes of demos that have not changed too. Default false. */
  force?: boolean;
  /** Remove the entries of demos that are no more; their sandboxes stay. Default false. */
  prune?: boolean;
  /** Told what became of a demo, once that is recorded. */
  onOutcome?: (outcome: SandboxOutcome) => void;
}

/** What became of a demo, or of an entry of the list. */
export interface SandboxOutcome {
  demo: string;
  /**
   * - `created`: it has a new sandbox
   * - `unchanged`: its project is what its sandbox was made from, or its entry was written by hand
   * - `failed`: it has none, or the old one, and a diagnostic says why
   * - `skipped`: not tried, after a failure that others would meet too
   * - `stale`: there is no such demo, and its entry stays
   * - `pruned`: there is no such demo, and its entry was removed
   */
  status: 'created' | 'unchanged' | 'failed' | 'skipped' | 'stale' | 'pruned';
  /** Its sandbox now. */
  url?: string;
  /** The sandbox that a new one takes the place of; it stays in the workspace. */
  replaced?: string;
}

/** What {@link createSandboxes} did. */
export interface CreateSandboxesResult {
  /** Absolute path of the list. */
  file: string;
  outcomes: SandboxOutcome[];
  /** Warnings, and an error for each demo that failed. */
  diagnostics: Diagnostic[];
}

/** Requests under way at a time. */
const LIMIT = 3;
/** Milliseconds that requests may still take when the user stops, so that what they create is recorded. */
const GRACE = 1500;

/**
 * Creates a permanent sandbox on CodeSandbox for each demo whose project is new or has changed, and records it in the
 * list at once. Requests that fail are errors in the result, as are sandboxes that could not be recorded.
 *
 * Throws a DiagnosticError before anything is created: exit code 1 when the site has errors; 2 without a key, without the
 * package `@codesandbox/sdk`, for a name that means no demo, for a list that is not JSON; 3 for one that cannot be read or
 * pruned. The signal rejects it until then; afterwards no more requests begin, and the result tells what was done.
 */
export async function createSandboxes(options: CreateSandboxesOptions): Promise<CreateSandboxesResult> {
  const { root = process.cwd(), force = false, prune = false, signal, onOutcome } = options;
  const apiKey = checkKey(options.apiKey);
  const { site, diagnostics: siteDiagnostics } = await loadSite(root);
  const file = path.resolve(site.projectRoot, options.file ?? SANDBOX_LIST);
  const list = await readSandboxList(file, site.root);
  const client = await createSandboxClient({ apiKey, projectRoot: site.projectRoot });
  const { projects, known, diagnostics: buildDiagnostics } = await makeProjects(site, options);

  const record = createRecorder(file, site.root, list.entries);
  const outcomes: SandboxOutcome[] = [];
  const errors: Diagnostic[] = [];
  const tell = (outcome: SandboxOutcome): void => {
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };

  const stale = [...list.entries.keys()].filter((demo) => !known.includes(demo));
  if (prune && stale.length > 0) await record(stale.map((demo) => [demo]));
  for (const demo of stale) tell({ demo, status: prune ? 'pruned' : 'stale', url: list.sandboxes.get(demo)?.url });

  const requests = createRequestSignal(signal);
  let stopped = false;
  await eachLimited(
    projects,
    async ({ demo, project }) => {
      const old = list.sandboxes.get(demo);
      const hash = hashProject(project);
      // An entry without a hash was written by hand: somebody chose that sandbox.
      if (old && !force && (old.hash ?? hash) === hash) return tell({ demo, status: 'unchanged', url: old.url });
      if (stopped || signal?.aborted) return tell({ demo, status: 'skipped', url: old?.url });
      try {
        const made = await client.create(project, requests.signal);
        await record([[demo, { ...made, hash }]]).catch((error) => rejectUnrecorded(error, demo, made));
        tell({ demo, status: 'created', url: made.url, replaced: old?.url });
      } catch (error) {
        const failed = describeFailure(error, demo);
        errors.push(...failed.diagnostics);
        stopped ||= failed.final;
        tell({ demo, status: 'failed', url: old?.url });
      }
    },
    { limit: LIMIT },
  ).finally(requests.dispose);
  return {
    file,
    outcomes,
    diagnostics: unique([...siteDiagnostics, ...list.diagnostics, ...buildDiagnostics, ...errors]),
  };
}

function checkKey(apiKey: string | undefined): string {
  const key = apiKey?.trim();
  if (!key) throw failure(2, 'no-codesandbox-key', { case: 'missing' });
  // Any other sign could not be sent, or not be found again in a message that must not show it.
  if (/^[\w.+/=~-]+$/.test(key)) return key;
  throw failure(2, 'no-codesandbox-key', { case: 'malformed' });
}

/** Writes the list with changes, one write after the other; a demo without an entry is removed. */
function createRecorder(file: string, root: string, before: Map<string, unknown>) {
  const entries = new Map(before);
  let last = Promise.resolve();
  return (changes: [demo: string, entry?: SandboxEntry][]): Promise<void> => {
    for (const [demo, entry] of changes) {
      if (entry) entries.set(demo, entry);
      else entries.delete(demo);
    }
    last = last.catch(() => undefined).then(() => writeSandboxList(file, root, entries));
    return last;
  };
}

/** A signal for requests: they are broken off a moment after the user has asked to stop. */
function createRequestSignal(signal: AbortSignal | undefined): { signal: AbortSignal; dispose: () => void } {
  const requests = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => requests.abort(), GRACE);
  };
  signal?.addEventListener('abort', wait, { once: true });
  return {
    signal: requests.signal,
    dispose: () => {
      signal?.removeEventListener('abort', wait);
      clearTimeout(timer);
    },
  };
}

/** A sandbox that exists and is in no list: its address is in the message. */
function rejectUnrecorded(error: unknown, demo: string, { id, url }: SandboxLink): never {
  if (!(error instanceof DiagnosticError)) throw error;
  const notes = [`The sandbox of ${demo} was created, and is in no list: "id": "${id}", "url": "${url}".`];
  throw new DiagnosticError(
    error.diagnostics.map((diagnostic) => ({ ...diagnostic, notes })),
    3,
  );
}

function describeFailure(error: unknown, demo: string): { diagnostics: Diagnostic[]; final: boolean } {
  if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics, final: true };
  if (!(error instanceof SandboxRequestError)) throw error;
  const { code, message, notes, final } = error;
  return { diagnostics: [{ severity: 'error', code, text: `No sandbox for ${demo}: ${message}`, notes }], final };
}

/** What the build says of the list too is told once. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
