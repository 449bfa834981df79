import { type Diagnostic, DiagnosticError, problemKey } from '../base/diagnostics/diagnostic.ts';
import type { Site } from '../project/config/types.ts';
import type { Cache } from '../store/cache.ts';
import type { RendererLoader } from './compose/renderer.ts';
import type { PipelineOptions } from './pipeline-options.ts';

/** State that the stages of one run share. */
type Run = ReturnType<typeof createRun>;

/**
 * @param options.signal ends the run
 * @param options.tolerates if true, errors do not end the run as long as something can still be rendered
 */
export function createRun({ signal, tolerates = false }: { signal?: AbortSignal; tolerates?: boolean }) {
  const end = new AbortController();
  const opened: { closed(): Promise<void> }[] = [];
  const found: Diagnostic[] = [];
  const keys = new Set<string>();
  /** Adds each diagnostic of a stage once. An error does not stop the run: stages that do not depend on the failed part continue. */
  const note = (diagnostics: readonly Diagnostic[]): void => {
    signal?.throwIfAborted();
    // An error without a location is a duplicate if the same error has been reported with a location.
    const isKnown = ({ code, text }: Diagnostic): boolean =>
      found.some((one) => one.code === code && one.text === text);
    // Several pages may embed the same demo, and several stages may fail for the same reason. Notes at the same
    // location differ if the problem depends on the page.
    for (const diagnostic of diagnostics) {
      const key = JSON.stringify([problemKey(diagnostic), diagnostic.location && diagnostic.notes]);
      if (keys.has(key)) continue;
      keys.add(key);
      if (!isError(diagnostic) || diagnostic.location || !isKnown(diagnostic)) found.push(diagnostic);
    }
  };
  /** Throws a DiagnosticError with all diagnostics so far. */
  const fail = (): never => {
    throw new DiagnosticError(found);
  };
  return {
    /** Aborts when the run ends, whether it succeeds, fails or is aborted. */
    ending: signal ? AbortSignal.any([signal, end.signal]) : end.signal,
    found,
    note,
    /** Waits for a stage. If the stage fails with diagnostics, adds them and resolves with undefined. */
    async attempt<Result>(stage: Promise<Result>): Promise<Result | undefined> {
      try {
        return await stage;
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        note(error.diagnostics);
        return undefined;
      }
    },
    /** Adds the diagnostics of a stage. Fails if there is an error, unless errors are tolerated. */
    settle(diagnostics: readonly Diagnostic[] = []): void {
      note(diagnostics);
      if (!tolerates && found.some(isError)) fail();
    },
    fail,
    /** Registers work that runs alongside the stages. The work must end when `ending` aborts; `close()` waits for it. */
    open<Part extends { closed(): Promise<void> }>(part: Part): Part {
      opened.push(part);
      return part;
    },
    /** Registers a promise that a later stage awaits. If the run fails before then, the rejection of the promise is ignored. */
    later<Task extends Promise<unknown> | undefined>(task: Task): Task {
      task?.catch(() => undefined);
      return task;
    },
    /** Ends all registered work and waits for it, so that nothing writes into a folder that is about to be removed. */
    async close(): Promise<void> {
      end.abort();
      await Promise.all(opened.map((part) => part.closed()));
    },
  };
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** The state of one run of the pipeline, which all stages share. */
export interface Job {
  site: Site;
  options: PipelineOptions;
  run: Run;
  /** Loads the page renderer, and explains its errors. */
  loader: RendererLoader;
  /** Cache of bundles from earlier builds. */
  cache: Cache;
}
