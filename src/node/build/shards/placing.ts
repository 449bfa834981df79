/** Places the files of shard outputs in the folder of the site. This runs beside the plan, since it mostly waits for the disk. */
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { PartFile } from './types.ts';

/** A shard output, with the files that the plan assigns to its pages. */
export interface PlacedPart {
  /** Folder of the shard output. */
  part: string;
  /** Output paths of its files, in their order. */
  outputs: string[];
}

/** The task of a worker. */
export interface PlacingTask extends PlacedPart {
  /** Folder of the site. */
  folder: string;
}

/** The answer of a worker about a shard output: bytes by output path, or errors. */
export type PlacingAnswer =
  | { written: [PartFile[0], PartFile[2]][] }
  | { diagnostics: Diagnostic[]; exitCode: DiagnosticError['exitCode'] };

/** Files that are being placed. */
export interface Placing {
  /**
   * Sizes in bytes, by output path, when all files are placed. Rejects with a DiagnosticError if a file does not match the list of
   * its shard output.
   */
  written: Promise<Map<string, number>>;
  /** Waits until all writing has ended, after the signal has aborted. */
  closed(): Promise<void>;
}

/** Maximum number of workers: more workers would wait for each other. */
const MOST_THREADS = 4;

/** Starts workers that place the files of shard outputs in a folder. */
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
      // `node --eval` sets options with which no worker file can run.
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
  // Awaited after the shard outputs have been verified. Until then a rejection must not be unhandled.
  result.catch(() => undefined);
  return { written: result, closed };
}
