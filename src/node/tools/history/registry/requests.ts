/** Requests to the registry, with npm's settings, cache and credentials. */
import { randomUUID } from 'node:crypto';
import type npmFetch from 'npm-registry-fetch';
import { unlessAborted } from '../../../base/abort.ts';
import { messageOf } from '../../../base/diagnostics/message-of.ts';
import { errorCode, hasCode } from '../../../base/files/error-code.ts';
import { limitArrival } from './limit-arrival.ts';
import type { Limits } from './limits.ts';
import type { NpmOptions } from './npm-options.ts';
import { type Body, readBody, shownBytes, shownSilence } from './read-body.ts';
import { RegistryError, type RegistryErrorKind, shownAddress } from './registry-error.ts';

/** What to request, and how much of it. */
export interface Wanted {
  /** Absolute URL, or a path in the registry. */
  uri: string;
  /** Name of the package, which selects the registry of its scope. */
  name: string;
  /** Name for messages. Default: `name`. */
  shownName?: string;
  headers?: Record<string, string>;
  /** Expected checksum, as in `integrity` attributes. */
  integrity?: string | undefined;
  /** Maximum number of bytes. */
  most: number;
  /** Cancels this request. */
  signal?: AbortSignal | undefined;
}

/** Sends requests. */
export interface Requests {
  /**
   * Sends a request and passes the chunks of the response to `use`. If they come from npm's cache and `use` fails, the request is sent
   * again without the cache, whose files may be damaged.
   *
   * @throws RegistryError, the reason of an aborted signal, or a system error of the disk
   */
  send<Result>(wanted: Wanted, use: (chunks: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** Returns the address of the registry of a package. */
  registryOf(name: string): string;
}

/** Options of {@link createRequests}. */
export interface RequestContext {
  npmFetch: typeof npmFetch;
  options: NpmOptions;
  limits: Limits;
  signal?: AbortSignal | undefined;
}

/** Creates {@link Requests} with the settings of npm. */
export function createRequests({ npmFetch, options, limits, signal: ofRun }: RequestContext): Requests {
  const registryOf = (name: string): string => npmFetch.pickRegistry(name, options);
  const silence = Math.min(options.timeout || limits.silence, limits.silence);

  const attempt = async <Result>(
    { uri, name, headers, integrity, most, signal: own }: Wanted,
    { use, withoutCache, refuse }: Attempt<Result>,
  ): Promise<Result> => {
    const npmSession = randomUUID();
    const watch = watchRequest({ npmSession, most, duration: limits.duration, signals: [ofRun, own], refuse });
    const { signal } = watch;
    let isCached = false;
    try {
      signal.throwIfAborted();
      const cache = withoutCache ? undefined : options.cache;
      // A file with the expected checksum is not requested again, however old it is.
      const preferOffline = options.preferOffline || integrity !== undefined;
      const request = { npmSession, headers, integrity, spec: name, timeout: silence, signal };
      const response = await unlessAborted(npmFetch(uri, { ...options, cache, preferOffline, ...request }), signal);
      isCached = ['hit', 'stale'].includes(response.headers.get('x-local-cache-status') ?? '');
      const body = response.body as unknown as Body;
      return await use(readBody(body, { most, silence, signal, refuse }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      watch.abort(error);
      throw isCached && !options.offline && !withoutCache ? new CacheFailure(error) : error;
    } finally {
      watch.end();
    }
  };

  return {
    registryOf,
    async send(wanted, use) {
      const registry = shownAddress(registryOf(wanted.name));
      const name = wanted.shownName ?? wanted.name;
      const refuse: Refuse = (reason, kind) => new RegistryError({ kind, name, reason, registry });
      const convert = (error: unknown): unknown => {
        const failure = describeFailure(error, silence);
        if (failure?.kind === 'configuration') failure.reason += `: ${registry}`;
        return failure ? new RegistryError({ ...failure, name, registry }, { cause: error }) : error;
      };
      try {
        return await attempt(wanted, { use, withoutCache: false, refuse });
      } catch (error) {
        if (!(error instanceof CacheFailure)) throw convert(error);
      }
      try {
        return await attempt(wanted, { use, withoutCache: true, refuse });
      } catch (error) {
        throw convert(error);
      }
    },
  };
}

type Refuse = (reason: string, kind: 'damaged' | 'unreachable') => RegistryError;

interface Attempt<Result> {
  use: (chunks: AsyncIterable<Buffer>) => Promise<Result>;
  withoutCache: boolean;
  refuse: Refuse;
}

/** What ends a request before its response is complete. */
interface RequestWatch {
  signal: AbortSignal;
  /** Closes the connection. */
  abort(reason: unknown): void;
  /** Ends the watch, without closing the connection. */
  end(): void;
}

function watchRequest({
  npmSession,
  most,
  duration,
  signals,
  refuse,
}: {
  npmSession: string;
  most: number;
  duration: number;
  signals: (AbortSignal | undefined)[];
  refuse: Refuse;
}): RequestWatch {
  const controller = new AbortController();
  const abort = (reason: unknown): void => controller.abort(reason);
  const late = (): void => abort(refuse(`it took longer than ${duration / 1000} s`, 'unreachable'));
  const timer = setTimeout(late, duration);
  const large = (): void => abort(refuse(`it is larger than ${shownBytes(most)}`, 'damaged'));
  const stopCounting = limitArrival(npmSession, { most, fail: large });
  return {
    // Many requests share a signal, and Node warns about a signal with many listeners.
    signal: AbortSignal.any([controller.signal, ...signals.filter((signal) => signal !== undefined)]),
    abort,
    end() {
      clearTimeout(timer);
      stopCounting();
    },
  };
}

/** Failure of a response from npm's cache. */
class CacheFailure extends Error {
  constructor(cause: unknown) {
    super('the cache failed', { cause });
  }
}

/** Reasons by the code of an error. */
const REASONS: Record<string, [kind: RegistryErrorKind, reason: string]> = {
  ENOTCACHED: ['offline', "it is not in npm's cache"],
  EINTEGRITY: ['damaged', 'its content does not match the checksum of the registry'],
  ENODATA: ['damaged', 'it is empty'],
  EBADSIZE: ['damaged', 'its size is wrong'],
  Z_DATA_ERROR: ['damaged', 'it is not compressed with gzip, or is damaged'],
  Z_BUF_ERROR: ['damaged', 'it is incomplete'],
  ECONNREFUSED: ['unreachable', 'the connection was refused'],
  ECONNRESET: ['unreachable', 'the connection was closed'],
  ENOTFOUND: ['unreachable', 'the name of the host is unknown'],
  EAI_AGAIN: ['unreachable', 'the name of the host cannot be looked up'],
  ERR_INVALID_URL: ['configuration', 'the address of a registry is invalid'],
  EOTP: ['denied', 'it requires a one-time password'],
  EAUTHIP: ['denied', 'it does not accept requests from this address'],
};

/** Describes an error of npm. Returns undefined for errors of another origin, such as those of the disk. */
function describeFailure(error: unknown, silence: number): { kind: RegistryErrorKind; reason: string } | undefined {
  if (error instanceof RegistryError) return undefined;
  const code = errorCode(error) ?? '';
  if (Object.hasOwn(REASONS, code)) {
    const [kind, reason] = REASONS[code] as [RegistryErrorKind, string];
    return { kind, reason };
  }
  const { statusCode: status, type } = error as { statusCode?: number; type?: string };
  if (status !== undefined) return describeStatus(status);
  if (type === 'request-timeout' || hasCode(error, 'ETIMEDOUT', 'EIDLETIMEOUT', 'ERR_SOCKET_TIMEOUT'))
    return { kind: 'unreachable', reason: shownSilence(silence) };
  // Errors of the disk have no type. Those of certificates, proxies and of HTTP have at least a code.
  const isOfDisk = type === undefined && (error as NodeJS.ErrnoException).syscall !== undefined;
  if (!isOfDisk && (type !== undefined || code !== '')) return { kind: 'unreachable', reason: reasonOf(error) };
  return undefined;
}

/** Removes the address, which may contain credentials. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^request to \S+ failed, reason: /, '');
}

function describeStatus(status: number): { kind: RegistryErrorKind; reason: string } {
  const reason = `it responded with the HTTP status ${status}`;
  if (status === 404 || status === 410) return { kind: 'not-found', reason };
  return { kind: [401, 402, 403, 407, 451].includes(status) ? 'denied' : 'unreachable', reason };
}
