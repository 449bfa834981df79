/** A run of the pipeline: where what goes wrong is settled, and what was opened is closed. */
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';

/** What the stages of one run share. */
export interface Run {
  /** Aborts at the end of the run, whichever end it is. */
  ending: AbortSignal;
  /** What was found so far. */
  warnings: Diagnostic[];
  /** Takes note of what a stage found. Throws a DiagnosticError with all that was found where there is an error. */
  settle(diagnostics: Diagnostic[]): void;
  /** What works beside the stages, and comes to its end when `ending` has aborted. */
  open<Part extends { closed(): Promise<void> }>(part: Part): Part;
  /** What is awaited later, or by nobody where the run fails before. */
  later<Task extends Promise<unknown> | undefined>(task: Task): Task;
  /** Ends all that runs beside the stages, and waits for it: nothing may be written into a folder that is about to be removed. */
  close(): Promise<void>;
}

/** @param signal ends the run */
export function createRun(signal?: AbortSignal): Run {
  const end = new AbortController();
  const opened: { closed(): Promise<void> }[] = [];
  const warnings: Diagnostic[] = [];
  return {
    ending: signal ? AbortSignal.any([signal, end.signal]) : end.signal,
    warnings,
    settle(diagnostics) {
      signal?.throwIfAborted();
      if (diagnostics.some(isError)) throw new DiagnosticError([...warnings, ...diagnostics]);
      warnings.push(...diagnostics);
    },
    open(part) {
      opened.push(part);
      return part;
    },
    later(task) {
      task?.catch(() => undefined);
      return task;
    },
    async close() {
      end.abort();
      await Promise.all(opened.map((part) => part.closed()));
    },
  };
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
