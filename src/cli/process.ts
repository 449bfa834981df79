import { StrayError } from '../node/base/errors.ts';
import { holdProcess, UNFINISHED } from './ending.ts';

/** Signals that terminate a command, with their exit codes. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export interface Life {
  /** Aborts when the command must stop. */
  signal: AbortSignal;
  /** Resolves when the process receives a signal. Rejects if `signal` aborts for any other reason. */
  end: Promise<void>;
  /** Exit code of the received signal; undefined if there was none. */
  readonly exitCode: number | undefined;
  /** From now on, unhandled errors of the author's code are passed to `onError` and do not stop the command. */
  survive(onError: (error: unknown) => void): void;
}

/**
 * On a signal, the command cleans up before it stops; further signals are ignored, because package managers send each signal
 * twice. If the author's code throws an unhandled error or empties the event loop, the command fails with a {@link StrayError}.
 */
export async function runProcess(command: (life: Life) => Promise<number>): Promise<never> {
  const controller = new AbortController();
  const end = holdProcess();
  let exitCode: number | undefined;
  let reportError = (cause: unknown): void => {
    controller.abort(new StrayError(cause instanceof Error ? cause.message : String(cause), { cause }));
  };
  process.on('uncaughtException', (error) => reportError(error));
  // Without this listener, Node replaces a reason that is not an error with its own error.
  process.on('unhandledRejection', (reason) => reportError(reason));
  process.on('beforeExit', () => {
    // The command was aborted, and nothing is left to run.
    if (controller.signal.aborted) void end(exitCode ?? UNFINISHED);
    else controller.abort(new StrayError('it waits for a promise that never settles'));
  });
  for (const [name, code] of Object.entries(SIGNALS))
    process.on(name, () => {
      exitCode ??= code;
      controller.abort();
    });
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader of the output may stop early, as in `cascader-docs build | head -1`. The command continues.
      if (error.code !== 'EPIPE') throw error;
    });
  const ended = new Promise<void>((resolve, reject) => {
    const settle = (): void => (exitCode === undefined ? reject(controller.signal.reason) : resolve());
    controller.signal.addEventListener('abort', settle, { once: true });
  });
  // Most commands use only the signal.
  ended.catch(() => undefined);
  const verdict = await command({
    signal: controller.signal,
    end: ended,
    get exitCode() {
      return exitCode;
    },
    survive: (teller) => {
      reportError = teller;
    },
  });
  return await end(verdict);
}
