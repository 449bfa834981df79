/** The end of the process, which the command line alone decides: code of authors runs in the same process. */
import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';

/** Functions of `process` that end it, or put another program in its place. */
const ENDING = ['abort', 'execve', 'exit', 'reallyExit'] as const;

/** Exit code of a process that ends before the command has one: a bug of the tool. */
export const UNFINISHED = 70;

/** Milliseconds that all listeners of `exit` may take. */
const LISTENING = 5000;

/** Ends the process with an exit code, once all that was printed has arrived. */
export type End = (exitCode: number) => Promise<never>;

let held: End | undefined;

/**
 * Takes the end of the process away from all other code. Whatever else ends it throws, so it is an error with a location. Listeners
 * of `exit` still run, but they change nothing, and a process that comes to its end by itself has failed.
 *
 * @returns ends the process; the same function at each call
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
      // The command is over: what listeners do at its end, or never finish, does not change its outcome.
    }
    return reallyExit.call(process, exitCode);
  };
  for (const name of ENDING) {
    if (!original[name]) continue;
    const value = (argument: unknown = ''): never => {
      throw new Error(`process.${name}(${argument}) was called, which would end the tool itself`);
    };
    // Packages that watch the end of a process wrap it.
    Object.defineProperty(process, name, { value, writable: true, configurable: true });
  }
  // What is imported by name from `node:process` is the same.
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

/** Waits until all that was printed has arrived, or cannot arrive any more. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
