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
} from '../../render/demos/sandbox-list.ts';
import { createSandboxClient, SandboxRequestError } from './sandbox-client.ts';
import { hashProject, makeProjects, type SandboxProjectsOptions } from './sandbox-projects.ts';

export interface CreateSandboxesOptions extends SandboxProjectsOptions {
  /** Key for CodeSandbox's API. The CLI reads this key from `CSB_API_KEY`. */
  apiKey: string | undefined;
  /** Path of the list of sandboxes, relative to the project root. Default: `demos/sandboxes.json`, which the site reads. */
  file?: string;
  /** Creates new sandboxes even for demos that have not changed. Default false. */
  force?: boolean;
  /** Removes the entries of demos that no longer exist. Their sandboxes remain. Default false. */
  prune?: boolean;
  /** Called with the outcome for a demo after the outcome has been recorded. */
  onOutcome?: (outcome: SandboxOutcome) => void;
}

/** Outcome for a demo, or for an entry in the list. */
export interface SandboxOutcome {
  demo: string;
  /**
   * - `created`: a new sandbox was created for the demo
   * - `unchanged`: its project is the same as before, or its entry was written manually
   * - `failed`: it has no sandbox or still has the old one; a diagnostic describes the cause
   * - `skipped`: not tried, because an earlier failure would also affect this demo
   * - `stale`: the demo does not exist; its entry remains
   * - `pruned`: the demo does not exist; its entry was removed
   */
  status: 'created' | 'unchanged' | 'failed' | 'skipped' | 'stale' | 'pruned';
  /** URL of the demo's current sandbox. */
  url?: string;
  /** URL of the replaced sandbox, which remains in the workspace. */
  replaced?: string;
}

export interface CreateSandboxesResult {
  /** Absolute path of the list. */
  file: string;
  outcomes: SandboxOutcome[];
  /** Warnings, and an error for each demo that failed. */
  diagnostics: Diagnostic[];
}

/** Maximum number of simultaneous requests. */
const LIMIT = 3;
/** Milliseconds that pending requests may still take after the user stops the command, so that new sandboxes are recorded. */
const GRACE = 1500;

/**
 * Creates a permanent sandbox on CodeSandbox for each demo whose project is new or has changed, and immediately records
 * the sandbox in the list. Failed requests, and sandboxes that could not be recorded, are errors in the result. Throws
 * a DiagnosticError before anything is created: with exit code 1 if the site has errors; with exit code 2 without a key
 * or the package `@codesandbox/sdk`, for a name that matches no demo, and for a list that is not JSON; with exit code 3
 * for a list that cannot be read or pruned. Until then, the signal rejects the promise. Afterwards, no more requests
 * start, and the result lists all outcomes.
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
  const publish = (outcome: SandboxOutcome): void => {
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };

  const stale = [...list.entries.keys()].filter((demo) => !known.includes(demo));
  if (prune && stale.length > 0) await record(stale.map((demo) => [demo]));
  for (const demo of stale) publish({ demo, status: prune ? 'pruned' : 'stale', url: list.sandboxes.get(demo)?.url });

  const requests = createRequestSignal(signal);
  let stopped = false;
  await eachLimited(
    projects,
    async ({ demo, project }) => {
      const old = list.sandboxes.get(demo);
      const hash = hashProject(project);
      // An entry without a hash was written manually, so its sandbox remains.
      if (old && !force && (old.hash ?? hash) === hash) return publish({ demo, status: 'unchanged', url: old.url });
      if (stopped || signal?.aborted) return publish({ demo, status: 'skipped', url: old?.url });
      try {
        const made = await client.create(project, requests.signal);
        await record([[demo, { ...made, hash }]]).catch((error) => rejectUnrecorded(error, demo, made));
        publish({ demo, status: 'created', url: made.url, replaced: old?.url });
      } catch (error) {
        const failed = describeFailure(error, demo);
        errors.push(...failed.diagnostics);
        stopped ||= failed.final;
        publish({ demo, status: 'failed', url: old?.url });
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
  // A key with other characters could not be sent, or could not be found and removed in error messages.
  if (/^[\w.+/=~-]+$/.test(key)) return key;
  throw failure(2, 'no-codesandbox-key', { case: 'malformed' });
}

/** Records changes in the list. A demo without an entry is removed from the list. */
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

/** Creates a signal that aborts requests shortly after the user stops the command. */
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

/** Throws an error for a sandbox that could not be recorded. The message contains the sandbox's URL. */
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

/** Removes duplicates, because the build also reports problems in the list. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
