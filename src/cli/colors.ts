import picocolors from 'picocolors';

export interface Output {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  isTerminal: boolean;
}

/**
 * Colors in a terminal, in CI, and with `FORCE_COLOR` or `--color`. On Windows, picocolors treats every file and pipe
 * as a terminal.
 */
export function hasColors({ platform, env, isTerminal }: Output, isSupported = picocolors.isColorSupported): boolean {
  if (platform !== 'win32') return isSupported;
  const isAsked = Boolean(env.FORCE_COLOR || env.CI) || process.argv.includes('--color');
  return isSupported && (isTerminal || isAsked);
}

export const pc: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  hasColors({ platform: process.platform, env: process.env, isTerminal: Boolean(process.stdout.isTTY) }),
);
