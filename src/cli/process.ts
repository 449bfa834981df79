/** The life of the process: what ends it, and with which exit code. */

import { StrayError } from '../node/base/stray-error.ts';
import { holdProcess, UNFINISHED } from './ending.ts';

/** Signals that end a command, and the exit codes of their endings. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** What a command is told of its end. */
export interface Life {
  /** Aborts when the command is to end. */
  signal: AbortSignal;
  /** Resolves when a signal of the system has come; rejects with any other reason of `signal`. */
  end: Promise<void>;
  /** Exit code of the signal that came; undefined while none has. */
  readonly exitCode: number | undefined;
  /** From now on `tell` is told what code of the author's throws where nobody waits for it, and nothing ends for it. */
  survive(tell: (error: unknown) => void): void;
}

/**
 * Runs a command and ends the process with the exit code that it gives, whatever may still hold the process then. A signal
 * aborts the command, which cleans up first. Further signals change nothing: package managers send each twice.
 *
 * Pages, styles and the configuration run in this process: none of them can end it, nor let it come to an end while the
 * command is still waiting. The command fails then, with a {@link StrayError} as the reason of its signal.
 */
export async function runProcess(command: (life: Life) => Promise<number>): Promise<never> {
  const controller = new AbortController();
  const end = holdProcess();
  let exitCode: number | undefined;
  let tell = (cause: unknown): void => {
    controller.abort(new StrayError(cause instanceof Error ? cause.message : String(cause), { cause }));
  };
  process.on('uncaughtException', (error) => tell(error));
  process.on('beforeExit', () => {
    // Nothing is left that could go on.
    if (controller.signal.aborted) void end(exitCode ?? UNFINISHED);
    else controller.abort(new StrayError('it waits for something that never comes'));
  });
  for (const [name, code] of Object.entries(SIGNALS))
    process.on(name, () => {
      exitCode ??= code;
      controller.abort();
    });
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // Whoever reads the output may have heard enough, as in `cascader-docs build | head -1`: the work goes on.
      if (error.code !== 'EPIPE') throw error;
    });
  const ended = new Promise<void>((resolve, reject) => {
    const settle = (): void => (exitCode === undefined ? reject(controller.signal.reason) : resolve());
    controller.signal.addEventListener('abort', settle, { once: true });
  });
  // Most commands listen to the signal alone.
  ended.catch(() => undefined);
  const verdict = await command({
    signal: controller.signal,
    end: ended,
    get exitCode() {
      return exitCode;
    },
    survive: (teller) => {
      tell = teller;
    },
  });
  return await end(verdict);
}
