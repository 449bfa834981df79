import picocolors from 'picocolors';

export interface Terminal {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  isTerminal: boolean;
}

/**
 * Returns true in a terminal, in CI, and with `FORCE_COLOR` or `--color`. On Windows, picocolors treats every file and
 * pipe as a terminal.
 */
export function hasColors(
  { platform, env, isTerminal }: Terminal,
  isSupported: boolean = picocolors.isColorSupported,
): boolean {
  if (platform !== 'win32') return isSupported;
  const isAsked = Boolean(env.FORCE_COLOR || env.CI) || process.argv.includes('--color');
  return isSupported && (isTerminal || isAsked);
}

/** Functions that color a text. */
export type Colors = Record<
  'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan',
  (text: string | number) => string
>;

/** Colors of the terminal. Without colors, each function returns its text. */
export const colors: Colors = picocolors.createColors(
  hasColors({ platform: process.platform, env: process.env, isTerminal: Boolean(process.stdout.isTTY) }),
);
