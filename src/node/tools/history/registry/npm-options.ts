/** The settings of npm on this machine. */
import path from 'node:path';
import type { Options } from 'npm-registry-fetch';
import { messageOf } from '../../../base/diagnostics/message-of.ts';
import { RegistryError } from './registry-error.ts';

/** Options of `npm-registry-fetch`, with those that npm adds. */
export interface NpmOptions extends Options {
  registry: string;
  /** Tag of the version that is installed if none is specified. */
  defaultTag?: string;
  /** Later versions are not installed. */
  before?: Date | string | null;
  /** Which hosts of tarballs are replaced by that of the registry. */
  replaceRegistryHost?: string;
}

/** Project whose settings apply. */
export interface NpmProject {
  /** Absolute path. npm searches it and its parents for `.npmrc`. */
  projectRoot: string;
  /** Uses npm's cache only. */
  offline?: boolean | undefined;
  /** Environment with settings of npm. Default: that of this process. */
  env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Settings that concern downloads. All others are left out: npm's functions for `omit` and `user-agent` set environment variables of
 * this process, which may be a program of the author.
 */
const OF_DOWNLOADS = new Set([
  '_auth',
  'before',
  'ca',
  'cache',
  'cafile',
  'cert',
  'fetch-retries',
  'fetch-retry-factor',
  'fetch-retry-maxtimeout',
  'fetch-retry-mintimeout',
  'fetch-timeout',
  'https-proxy',
  'key',
  'local-address',
  'maxsockets',
  'min-release-age',
  'noproxy',
  'offline',
  'prefer-offline',
  'prefer-online',
  'proxy',
  'registry',
  'replace-registry-host',
  'strict-ssl',
  'tag',
]);

/** Settings of a scope or of a registry: `@scope:registry`, `//host/:_authToken`. */
const OF_REGISTRY = /^@.*:registry$|^\/\//i;

/**
 * Reads the settings that npm would use in a project: from its `.npmrc`, those of the user and of the machine, and the environment.
 *
 * @throws RegistryError if they cannot be read
 */
export async function readNpmOptions({ projectRoot, offline, env = process.env }: NpmProject): Promise<NpmOptions> {
  const [{ default: Config }, { default: npm }] = await Promise.all([
    import('@npmcli/config'),
    import('@npmcli/config/lib/definitions/index.js'),
  ]);
  const flatten = (values: Record<string, unknown>, flat: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(values)) {
      if (OF_DOWNLOADS.has(key)) npm.definitions[key]?.flatten?.(key, values, flat);
      else if (OF_REGISTRY.test(key)) flat[key] = value;
    }
  };
  const settings = {
    definitions: npm.definitions,
    shorthands: npm.shorthands,
    nerfDarts: npm.nerfDarts,
    flatten,
    npmPath: npmFolder(),
    argv: ['node', 'npm', ...(offline ? ['--offline'] : [])],
    // A copy, because npm adds variables for child processes.
    env: { ...env },
    cwd: projectRoot,
    warn: false,
  };
  try {
    const config = new Config(settings as unknown as ConstructorParameters<typeof Config>[0]);
    await config.load();
    const options = config.flat as NpmOptions;
    // Other settings are validated by their use.
    new URL(options.registry);
    return { ...options, retry: shortRetries(options.retry) };
  } catch (error) {
    throw new RegistryError(
      { kind: 'configuration', name: 'npm', reason: messageOf(error), registry: '' },
      { cause: error },
    );
  }
}

/** Returns the folder in which npm is installed with Node. It may contain settings of the distribution. */
function npmFolder(): string {
  const folder = path.dirname(process.execPath);
  return process.platform === 'win32'
    ? path.join(folder, 'node_modules/npm')
    : path.join(folder, '../lib/node_modules/npm');
}

/** Shortens the delays between attempts. By default npm waits for 10 s and 60 s, and a command that reads many packages would seem to hang. */
function shortRetries(retry: Options['retry'] = {}): NonNullable<Options['retry']> {
  const { minTimeout = 1000, maxTimeout = 5000 } = retry;
  const longest = Math.min(maxTimeout, 5000);
  return { ...retry, maxTimeout: longest, minTimeout: Math.min(minTimeout, longest, 1000) };
}
