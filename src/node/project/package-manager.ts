import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { readText } from '../base/files/read-files.ts';
import { PACKAGE_MANAGERS, type PackageManager, translateLine } from './package-managers.ts';

export interface ProjectManager {
  name: PackageManager;
  /** Version that package.json specifies, such as `10.28.0`. */
  version?: string;
  /** Version of the manager that runs this process, if neither package.json nor a lock file names a manager. */
  running?: string;
  /** Absolute folder of the lock file; the project's folder if there is no lock file. */
  dir: string;
  lock?: string;
}

export const LOCK_FILES: [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/**
 * Determines the package manager by `packageManager` in package.json, or by the lock file of the folder or a parent, up
 * to the repository. Otherwise, it is the manager that runs this process (`userAgent`), or npm.
 */
export function findPackageManager(folder: string, userAgent = process.env.npm_config_user_agent): ProjectManager {
  let named: Pick<ProjectManager, 'name' | 'version'> | undefined;
  for (const dir of foldersUp(folder)) {
    const names = namesIn(dir);
    named ??= names.includes('package.json') ? namedIn(path.join(dir, 'package.json')) : undefined;
    const lock = LOCK_FILES.find(([file, name]) => names.includes(file) && name === (named?.name ?? name));
    if (lock) return { name: lock[1], version: named?.version, dir, lock: lock[0] };
    if (names.includes('pnpm-workspace.yaml')) named ??= { name: 'pnpm' };
    if (names.includes('.git')) break;
  }
  if (named) return { ...named, dir: folder };
  const [, runs, running] = /^(\w+)\/(\S+)/.exec(userAgent ?? '') ?? [];
  const name = PACKAGE_MANAGERS.find((known) => known === runs);
  return { name: name ?? 'npm', ...(name && running && { running }), dir: folder };
}

/** `npx cascader-docs` runs the installed tool, except for the command that starts a project. */
export function commandFor(name: PackageManager, command: string): string {
  if (name === 'npm') return command;
  const installed = command.replace(/\bnpx (?=cascader-docs (?!init <))/g, 'npx --no-install ');
  const translated = translateLine(installed)[name] ?? command;
  // `yarn exec` in Yarn 1 drops the flags of the command.
  return translated.replaceAll('yarn exec cascader-docs', 'yarn cascader-docs');
}

export function translateCommands(name: PackageManager, text: string): string {
  return text.replace(/`([^`\n]*\bnp[mx] [^`\n]*)`/g, (_, command: string) => `\`${commandFor(name, command)}\``);
}

export function withCommandsFor(name: PackageManager, diagnostic: Diagnostic): Diagnostic {
  const translate = (text: string): string => translateCommands(name, text);
  const { text, notes, each } = diagnostic;
  return {
    ...diagnostic,
    text: translate(text),
    ...(notes && { notes: notes.map(translate) }),
    ...(each && { each: each.map((one) => withCommandsFor(name, one)) }),
  };
}

/** Yields the folder and its ancestors. Lock files in the home folder belong to no project. */
function* foldersUp(folder: string): Generator<string> {
  for (let dir = folder; dir !== os.homedir(); dir = path.dirname(dir)) {
    yield dir;
    if (dir === path.dirname(dir)) return;
  }
}

function namesIn(dir: string): string[] {
  try {
    return fs.readdirSync(dir);
  } catch {
    // The folder does not exist yet, or cannot be read.
    return [];
  }
}

function namedIn(manifest: string): Pick<ProjectManager, 'name' | 'version'> | undefined {
  try {
    const { packageManager } = JSON.parse(readText(manifest)) as { packageManager?: unknown };
    const [, written, version] = /^(\w+)@([^+]+)/.exec(String(packageManager)) ?? [];
    const name = PACKAGE_MANAGERS.find((known) => known === written);
    return name && { name, version };
  } catch {
    // Errors in the manifest are reported where it is needed.
    return undefined;
  }
}
