/** Only the CLI may exit the process, although the author's code runs in the same process. */
import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';

/** Functions of `process` that terminate it, or replace it with another program. */
const ENDING = ['abort', 'execve', 'exit', 'reallyExit'] as const;

/** Exit code of a process that exits before the command has an exit code, which is a bug in the tool. */
export const UNFINISHED = 70;

/** Time limit for all listeners of `exit`, in milliseconds. */
const LISTENING = 5000;

/** Exits the process with an exit code, after all output has been written. */
export type End = (exitCode: number) => Promise<never>;

let held: End | undefined;

/**
 * Makes functions that would exit the process throw, so that a call is an error with a location. Listeners of `exit`
 * still run, but cannot change the exit code.
 */
export function holdProcess(): End {
  held ??= hold();
  return held;
}

function hold(): End {
  const original = process as unknown as Record<string, (...args: unknown[]) => never>;
  const reallyExit = original.reallyExit as (exitCode: number) => never;
  let isEnding = false;
  const endWith = (exitCode: number): never => {
    isEnding = true;
    try {
      vm.runInThisContext(`process.emit('exit', ${exitCode})`, { timeout: LISTENING });
    } catch {
      // The command has finished. Listeners that throw or hang do not change its outcome.
    }
    return reallyExit.call(process, exitCode);
  };
  for (const name of ENDING) {
    if (!original[name]) continue;
    const value = (argument: unknown = ''): never => {
      throw new Error(`process.${name}(${argument}) was called, which would terminate the tool itself`);
    };
    // Writable, because packages that observe when a process exits wrap these functions.
    Object.defineProperty(process, name, { value, writable: true, configurable: true });
  }
  // Updates the named exports of `node:process`.
  syncBuiltinESMExports();
  process.on('exit', () => {
    if (!isEnding) endWith(UNFINISHED);
  });
  process.exitCode = UNFINISHED;
  return async (exitCode) => {
    await Promise.all([process.stdout, process.stderr].map(flush));
    return endWith(exitCode);
  };
}

/** Waits until all output has been written, or can no longer be written. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
