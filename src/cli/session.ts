import type { Stage } from '../index.ts';
import { createProgress, type Format } from './print.ts';
import type { Life } from './process.ts';

/** Exit codes: see the handbook, "Command line". */
export const EXIT = { ok: 0, content: 1, usage: 2, io: 3, internal: 70 } as const;

/** One run of the command line: what a command is given, and what it leaves. */
export interface Session {
  life: Life;
  /** Form of messages; a command takes it over from its options before anything can fail. */
  format: Format;
  /** Code that the process ends with when nothing fails. */
  exitCode: number;
}

/** What a command shows while it works. */
export interface Progress {
  stage: (stage: Stage) => void;
  /** Takes the line away, so that something else can be printed. */
  end: () => void;
}

/** Does the work of a command; what is shown meanwhile is gone when it ends, however it ends. */
export async function withProgress<T>({ format }: Session, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = createProgress(format);
  return await work(progress).finally(progress.end);
}
