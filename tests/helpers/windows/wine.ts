/** Runs programs for Windows with Wine. They see the files of this machine on drive Z. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Debian packages. */
export const PACKAGES = ['wine', 'wine64', 'xvfb', 'gcc-mingw-w64-x86-64-win32'];
export const WINE = '/usr/lib/wine/wine64';
export const NODE = 'C:/node/node.exe';
/** Folder of the system libraries on drive C. */
export const SYSTEM_FOLDER = 'windows/system32';

/** Environment of Wine with its own prefix in `folder`. */
export function wineEnvironment(folder: string, display: string): NodeJS.ProcessEnv {
  const { HOME, PATH } = process.env;
  return {
    HOME,
    PATH,
    DISPLAY: display,
    WINEPREFIX: path.join(folder, 'prefix'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
  };
}

/** A running program. */
export interface WindowsProgram {
  child: ChildProcess;
  /** Exit code. */
  ended: Promise<number | null>;
  /** Everything that the program has printed to both outputs. */
  output: () => Promise<string>;
}

/**
 * Starts the command line with Node.js for Windows.
 *
 * @param folder the folder of {@link wineEnvironment}
 * @param cwd absolute path on this machine; its project has packages for Windows
 */
export function startOnWindows(folder: string, cwd: string, args: string[]): WindowsProgram {
  const file = path.join(folder, `${randomUUID()}.txt`);
  // Node.js in Wine cannot write to pipes of this machine.
  const output = openSync(file, 'w');
  const bin = path.join(folder, 'windows/node_modules/cascader-docs/bin/cascader-docs.js');
  const child = spawn(WINE, [NODE, `Z:${bin}`, ...args], {
    cwd,
    env: wineEnvironment(folder, ':77'),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return {
    child,
    ended: new Promise((resolve) => child.on('close', resolve)),
    output: () => fs.readFile(file, 'utf8'),
  };
}
