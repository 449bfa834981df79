import type { Stage } from '../index.ts';
import { createProgress, type Format } from './print.ts';
import type { Life } from './process.ts';

/** Exit codes, see "Command line" in the handbook. */
export const EXIT = { ok: 0, content: 1, usage: 2, io: 3, internal: 70 } as const;

export interface Session {
  life: Life;
  /** Format of messages. A command sets it from its options before anything can fail. */
  format: Format;
  /** The command writes files, and none if it fails. */
  writes: boolean;
  /** Exit code of the process if nothing fails. */
  exitCode: number;
}

export interface Progress {
  stage: (stage: Stage) => void;
  /** Removes the progress line, so that other output can be printed. */
  end: () => void;
}

/** Runs the work of a command with a progress line, which is removed at the end, even if the work fails. */
export async function withProgress<T>({ format }: Session, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = createProgress(format);
  return await work(progress).finally(progress.end);
}
