import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode, messageOf } from '../../base/errors.ts';
import { childEnvironment } from '../checkout/child-environment.ts';
import { isPackageName } from './package-names.ts';

export interface NpmOptions {
  projectRoot: string;
  /** Uses only npm's cache. */
  offline?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Environment with npm settings. Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  limits?: Partial<Limits>;
}

/** Limits that protect against hostile packages and unresponsive registries. */
interface Limits {
  /** Maximum size of a folder, in bytes. A large library takes 300 MB with its dependencies. */
  bytes: number;
  /** Time limit for one command, in milliseconds. */
  time: number;
  /** Milliseconds between two measurements of a folder's size. */
  interval: number;
}

const LIMITS: Limits = { bytes: 3e9, time: 300_000, interval: 2000 };

export interface Published {
  versions: string[];
  tags: Record<string, string>;
}

/** By default, npm waits 10 s and 60 s between attempts, so a command that reads many packages would seem to hang. */
const ALWAYS = ['--json', '--loglevel=silent', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/**
 * `--force` ignores conflicts between peer dependencies. Without optional dependencies, no platform-specific packages
 * are installed. User settings, such as `legacy-peer-deps`, must not affect what is installed.
 */
const INSTALL = [
  ...['--ignore-scripts', '--no-bin-links', '--no-package-lock', '--no-audit', '--no-fund', '--force'],
  ...['--omit=optional', '--include=prod', '--include=peer', '--legacy-peer-deps=false', '--install-strategy=hoisted'],
];

export type Npm = ReturnType<typeof createNpm>;

/** Creates functions that run npm. All functions throw a DiagnosticError, or the reason of the aborted signal. */
export function createNpm({ projectRoot, offline = false, signal, env = process.env, limits }: NpmOptions) {
  const { bytes: most, time, interval } = { ...LIMITS, ...limits };
  const { npm_config_prefer_offline: _, ...environment } = childEnvironment(env, []);
  const known = new Map<string, Promise<Published | undefined>>();
  const run = async (args: string[], own = signal): Promise<unknown> => {
    const [file, ...first] = await npmCommand();
    // With `prefer-offline`, npm would not find versions newer than those in its cache.
    const all = [...first, ...args, ...ALWAYS, offline ? '--offline' : '--prefer-offline=false'];
    return await output(file as string, all, { cwd: projectRoot, env: environment, signal: own, time });
  };
  const read = async (name: string): Promise<Published | undefined> => {
    try {
      const found = (await run(['view', name, 'versions', 'dist-tags'])) as Record<string, unknown> | undefined;
      const { versions = [], 'dist-tags': tags = {} } = found ?? {};
      return { versions: [versions].flat() as string[], tags: tags as Record<string, string> };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NpmFailure && error.code === 'E404') return undefined;
      throw toDiagnosticError(error, name);
    }
  };
  const published = (name: string): ReturnType<typeof read> => {
    const reading = known.get(name) ?? read(name);
    known.set(name, reading);
    return reading;
  };
  return {
    /** Returns the versions of a package, which is read only once. Returns undefined if the package is not published. */
    published,
    /**
     * Installs packages without scripts and optional dependencies. Dependencies that are not published, such as those
     * of a withdrawn package, become empty packages. Errors contain the name `shownAs`.
     */
    async install(
      folder: string,
      dependencies: Record<string, string>,
      { shownAs }: { shownAs: string },
    ): Promise<void> {
      const watch = watchSize(folder, { most, interval, signal });
      try {
        await fs.mkdir(folder, { recursive: true });
        await copySettings(projectRoot, folder);
        const install = () => run(['install', '--prefix', folder, ...INSTALL], watch.signal);
        await installPresent(folder, dependencies, { install, published });
      } catch (error) {
        signal?.throwIfAborted();
        throw toDiagnosticError(watch.signal.aborted ? watch.signal.reason : error, shownAs);
      } finally {
        watch.end();
      }
    },
  };
}

class NpmFailure extends Error {
  readonly code: string;
  readonly detail: string;

  constructor(code: string, message: string, detail = '') {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** Maximum number of dependencies that are not published. */
const MOST_ABSENT = 10;

/** Matches the package in an error: `No matching version found for a@^2.` or `The requested resource 'a@^2' could not …`. */
const ABSENT = /(?:found for |resource ')((?:@[^/@\s]+\/)?[^/@\s]+)@([^'\n]*)/;

/** Installs packages, and replaces dependencies that are not published with empty packages. */
async function installPresent(
  folder: string,
  dependencies: Record<string, string>,
  { install, published }: { install: () => Promise<unknown>; published: Npm['published'] },
): Promise<void> {
  const overrides: Record<string, string> = {};
  for (;;) {
    await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }));
    try {
      return void (await install());
    } catch (error) {
      const name = await absentIn(error, published);
      const isNew = name !== undefined && !Object.hasOwn(dependencies, name) && !Object.hasOwn(overrides, name);
      if (!isNew || Object.keys(overrides).length === MOST_ABSENT) throw error;
      overrides[name] = 'file:./empty';
      await fs.mkdir(path.join(folder, 'empty'), { recursive: true });
      await fs.writeFile(path.join(folder, 'empty/package.json'), '{ "name": "empty", "version": "0.0.0" }');
    }
  }
}

/** Returns the package that caused an error because it is not published. Excludes a package that is only missing from npm's cache. */
async function absentIn(error: unknown, published: Npm['published']): Promise<string | undefined> {
  if (!(error instanceof NpmFailure) || !/^(?:ETARGET|E404)$/.test(error.code)) return undefined;
  const [, name = '', range = ''] = ABSENT.exec(`${error.message}\n${error.detail}`) ?? [];
  if (!isPackageName(name)) return undefined;
  const { versions = [] } = (await published(name)) ?? {};
  return semver.maxSatisfying(versions, range.replace(/\.$/, '')) ? undefined : name;
}

/** Returns the npm command: npm of the running Node.js, which needs no shell on Windows, or else npm in the path. */
async function npmCommand(): Promise<string[]> {
  const bin = path.dirname(process.execPath);
  const folder = process.platform === 'win32' ? bin : path.join(bin, '../lib');
  const cli = path.join(folder, 'node_modules/npm/bin/npm-cli.js');
  const exists = await fs.access(cli).then(
    () => true,
    () => false,
  );
  return exists ? [process.execPath, cli] : ['npm'];
}

/** Returns the parsed output of npm. Throws an {@link NpmFailure}. */
async function output(
  file: string,
  args: string[],
  { time, signal, ...options }: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal | undefined; time: number },
): Promise<unknown> {
  signal?.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const limits = { timeout: time, killSignal: 'SIGKILL', maxBuffer: 256e6, windowsHide: true } as const;
    const child = execFile(file, args, { ...options, ...limits }, (error, stdout) => {
      const printed = parse(stdout);
      const failed = (printed as { error?: { code?: string; summary?: string; detail?: string } } | undefined)?.error;
      const { code = '', summary = '', detail = '' } = failed ?? {};
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted) reject(signal.reason);
      else if (!error) resolve(printed);
      else if (error.killed) reject(new NpmFailure('', `npm took longer than ${time / 1000} s`));
      else if (code || summary) reject(new NpmFailure(String(code), String(summary), String(detail)));
      else if (hasCode(error, 'ENOENT')) reject(new NpmFailure('', 'npm is not in the path, so install it'));
      else reject(new NpmFailure('', `npm cannot be run: ${messageOf(error)}`));
    });
    // While npm waits for a registry, it does not react to other signals.
    const kill = (): void => void child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // npm printed nothing or was killed.
    return undefined;
  }
}

/** Copies the `.npmrc` of a project, because npm reads the `.npmrc` of the folder in which it installs. */
async function copySettings(projectRoot: string, folder: string): Promise<void> {
  for (let dir = projectRoot; ; dir = path.dirname(dir)) {
    const text = await fs.readFile(path.join(dir, '.npmrc')).catch(() => undefined);
    if (text) return await fs.writeFile(path.join(folder, '.npmrc'), text, { mode: 0o600 });
    if (dir === path.dirname(dir)) return;
  }
}

/** Aborts if a folder becomes too large. npm itself has no limit, and a small tarball can unpack to any size. */
function watchSize(
  folder: string,
  { most, interval, signal }: { most: number; interval: number; signal: AbortSignal | undefined },
): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const measure = async (): Promise<void> => {
    if (await isLarger(folder, most))
      controller.abort(new NpmFailure('EBADSIZE', `it unpacks to more than ${most / 1e6} MB`));
    else if (!hasEnded) timer = setTimeout(measure, interval);
  };
  let timer = setTimeout(measure, interval);
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    clearTimeout(timer);
  };
  return { signal: AbortSignal.any([controller.signal, ...(signal ? [signal] : [])]), end };
}

/** Minimum number of bytes that a file or folder uses on the disk. A million empty files can also fill a disk. */
const BLOCK = 4096;

async function isLarger(folder: string, most: number): Promise<boolean> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = entries.length * BLOCK;
  for (const entry of entries) {
    if (bytes > most) return true;
    const stats = entry.isFile() && (await fs.lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined));
    if (stats) bytes += stats.size;
  }
  return bytes > most;
}

const DENIED = /^(?:E40[13]|E407|E451|ENEEDAUTH|EOTP|EAUTH.*)$/;
const FULL = /^(?:ENOSPC|EDQUOT)$/;
const DAMAGED = /^(?:EINTEGRITY|EBADSIZE|ENODATA|TAR_.*|Z_.*|EJSONPARSE)$/;

function toDiagnosticError(error: unknown, name: string): unknown {
  const code = errorCode(error) ?? '';
  // The error is from npm, or about files that npm reads.
  if (FULL.test(code)) return failure(3, 'no-space-left', { file: 'the cache of npm or the temporary folder', code });
  if (!(error instanceof NpmFailure)) return error;
  const reason = error.message.replace(/\.$/, '').replace(/^(?:FetchError: )?request to \S+ failed, reason: /, '');
  const data = { name, reason };
  const create = () => {
    if (code === 'ENOTCACHED') return createDiagnostic('not-in-npm-cache', { name });
    if (code === 'E404' || code === 'ETARGET') return createDiagnostic('package-not-published', data);
    if (DENIED.test(code)) return createDiagnostic('registry-denied', data);
    if (DAMAGED.test(code)) return createDiagnostic('damaged-package', data);
    return createDiagnostic('registry-unreachable', data);
  };
  return new DiagnosticError([create()]);
}
