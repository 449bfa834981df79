/** The files of parts on their way into the folder of the site: beside the plan, since most of it is waiting for the disk. */
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { PartFile } from './types.ts';

/** A part, with the files that the plan gives its pages. */
export interface PlacedPart {
  /** Folder of the part. */
  part: string;
  /** Paths of its files in the output, in their order. */
  outputs: string[];
}

/** What a thread is given. */
export interface PlacingTask extends PlacedPart {
  /** Folder of the site. */
  folder: string;
}

/** What a thread tells of a part: bytes by output path, or what is wrong. */
export type PlacingAnswer =
  | { written: [PartFile[0], PartFile[2]][] }
  | { diagnostics: Diagnostic[]; exitCode: DiagnosticError['exitCode'] };

/** Files that get their places. */
export interface Placing {
  /** Bytes by output path, once all are there. Rejects with a DiagnosticError where one is not what its part says. */
  written: Promise<Map<string, number>>;
  /** Waits until nothing is written any more, once the signal has aborted. */
  closed(): Promise<void>;
}

/** More threads than that wait for each other. */
const MOST_THREADS = 4;

/** Begins to put the files of parts into a folder, by threads. */
export function startPlacing(
  parts: PlacedPart[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Placing {
  const written = new Map<string, number>();
  const rest = [...parts];
  const threads: Worker[] = [];
  const closed = async (): Promise<void> => void (await Promise.all(threads.map((thread) => thread.terminate())));
  const startThread = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // Whoever runs the tool by `node --eval` has options that no file may be run with.
      const thread = new Worker(path.join(packageDir, 'lib/placing-worker.js'), { execArgv: [] });
      threads.push(thread);
      const next = (): void => {
        const part = rest.shift();
        if (part === undefined) resolve();
        else thread.postMessage({ ...part, folder } satisfies PlacingTask);
      };
      thread.on('message', (answer: PlacingAnswer) => {
        if ('diagnostics' in answer) return reject(new DiagnosticError(answer.diagnostics, answer.exitCode));
        for (const [output, bytes] of answer.written) written.set(output, bytes);
        next();
      });
      thread.on('error', reject);
      thread.on('exit', () =>
        reject(signal.aborted ? signal.reason : new Error('A thread that places files has ended')),
      );
      next();
    });
  signal.throwIfAborted();
  const count = Math.min(parts.length, os.availableParallelism(), MOST_THREADS);
  signal.addEventListener('abort', () => void closed(), { once: true });
  const all = Promise.all(Array.from({ length: count }, startThread)).finally(closed);
  const result = all.then(() => written);
  // Awaited when it is known that the parts are right.
  result.catch(() => undefined);
  return { written: result, closed };
}
