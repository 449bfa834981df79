/** Colours of what is printed. */
import picocolors from 'picocolors';

/** What decides whether output has colours. */
export interface Output {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  isTerminal: boolean;
}

/**
 * True where output has colours: in a terminal, in CI, and where `FORCE_COLOR` or `--color` asks for them. On Windows,
 * picocolors takes every file and pipe for a terminal.
 *
 * @param isSupported what picocolors says
 */
export function hasColors({ platform, env, isTerminal }: Output, isSupported = picocolors.isColorSupported): boolean {
  if (platform !== 'win32') return isSupported;
  const isAsked = Boolean(env.FORCE_COLOR || env.CI) || process.argv.includes('--color');
  return isSupported && (isTerminal || isAsked);
}

export const pc: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  hasColors({ platform: process.platform, env: process.env, isTerminal: Boolean(process.stdout.isTTY) }),
);
