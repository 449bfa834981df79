/** A registry of npm for tests: a real server that publishes packages of inline files, and fails on request. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterFile } from './after-file.ts';
import { makeFolder, OUTSIDE } from './folder.ts';
import { entriesOf, tarballOf } from './tarball.ts';

/** Version to publish. Everything but the name is optional. */
export interface Publication {
  name: string;
  /** Default: `1.0.0`. */
  version?: string;
  /** Files by path. `package.json` is written from the other fields. */
  files?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  deprecated?: string;
  /** Default: the number of versions published before, in days. */
  date?: string;
  /** Another tarball than that of the files. */
  tarball?: Buffer;
  /** Another address of the tarball than that on this server. */
  tarballUrl?: string;
  /** Another checksum than that of the tarball; `''` for none. */
  integrity?: string;
}

/** Answers a request in a way of its own. */
export type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Folder with an `.npmrc`, and the environment to use it with. */
export interface RegistryProject {
  projectRoot: string;
  /** Environment without settings of npm on this machine. */
  env: NodeJS.ProcessEnv;
}

/** See {@link startRegistry}. */
export interface TestRegistry {
  /** Address with a slash at the end. */
  url: string;
  /** Paths of all requests, in order. */
  requests: string[];
  /** The requested tarballs as `name@version`, in order. */
  tarballs(): string[];
  /** Publishes versions, each with a tarball of its files. */
  publish(...publications: Publication[]): void;
  /** Removes a version, or a package. */
  unpublish(name: string, version?: string): void;
  /** Answers requests whose path matches in another way; `undefined` restores the usual answers. */
  answer(pattern: RegExp, answer: Answer | undefined): void;
  /** Closes each connection without an answer, or answers again. */
  setDown(isDown: boolean): void;
  /**
   * Creates a project that uses this registry, with a cache of its own.
   *
   * @param lines further lines of `.npmrc`
   */
  createProject(...lines: string[]): RegistryProject;
}

/** Path of the tarball of a version. */
const tarballPath = (name: string, version: string): string => `/${name}/-/${version}.tgz`;

/** Answers with a status and a body. */
export const respond =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Never answers. */
export const hang: Answer = () => {};

/**
 * Starts a registry, which stops after the tests of the file.
 *
 * @param token requests without this token are denied
 */
export async function startRegistry({ token }: { token?: string } = {}): Promise<TestRegistry> {
  const packages = new Map<string, Map<string, Publication & { version: string }>>();
  const tarballs = new Map<string, Buffer>();
  const answers = new Map<string, { pattern: RegExp; answer: Answer }>();
  const requests: string[] = [];
  let isDown = false;

  const server = http.createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    requests.push(pathname);
    if (isDown) return void request.socket.destroy();
    const own = [...answers.values()].find(({ pattern }) => pattern.test(pathname));
    if (own) return own.answer(request, response);
    if (token && request.headers.authorization !== `Bearer ${token}`)
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('{}');
    const tarball = tarballs.get(pathname);
    if (tarball) return void response.writeHead(200, { 'content-length': tarball.length }).end(tarball);
    const versions = packages.get(pathname.slice(1));
    if (!versions) return void response.writeHead(404).end('{"error":"Not found"}');
    const body = JSON.stringify(packumentOf(pathname.slice(1), [...versions.values()], url));
    response.writeHead(200, { 'content-type': 'application/vnd.npm.install-v1+json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  afterFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    url,
    requests,
    tarballs: () =>
      requests.flatMap((one) => {
        const [, name, version] = /^\/(.+)\/-\/(.+)\.tgz$/.exec(one) ?? [];
        return name ? [`${name}@${version}`] : [];
      }),
    publish(...publications) {
      for (const publication of publications) {
        const { name, version = '1.0.0' } = publication;
        const versions = packages.get(name) ?? new Map();
        const tarball = publication.tarball ?? tarballOf(entriesOf(filesOf({ ...publication, version })));
        const date = publication.date ?? new Date(versions.size * 86_400_000).toISOString();
        const integrity = publication.integrity ?? integrityOf(tarball);
        packages.set(name, versions.set(version, { ...publication, version, date, integrity }));
        tarballs.set(tarballPath(name, version), tarball);
      }
    },
    unpublish(name, version) {
      if (version === undefined) packages.delete(name);
      else packages.get(name)?.delete(version);
    },
    answer(pattern, answer) {
      if (answer) answers.set(String(pattern), { pattern, answer });
      else answers.delete(String(pattern));
    },
    setDown(value) {
      isDown = value;
    },
    createProject: (...lines) => createProject([`registry=${url}`, ...lines]),
  };
}

/** Creates a project with an `.npmrc`, and a cache of its own. */
export function createProject(lines: string[]): RegistryProject {
  const projectRoot = makeFolder('npm-project', OUTSIDE);
  const npmrc = [`cache=${path.join(projectRoot, 'cache')}`, 'fetch-retries=0', ...lines];
  fs.writeFileSync(path.join(projectRoot, '.npmrc'), `${npmrc.join('\n')}\n`);
  fs.writeFileSync(path.join(projectRoot, 'package.json'), '{}');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  // No settings of the user or of the machine.
  const home = path.join(projectRoot, 'home');
  return { projectRoot, env: { ...env, HOME: home, npm_config_globalconfig: path.join(home, 'npmrc') } };
}

/** Returns the checksum of a tarball, as registries have it. */
function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

/** Returns the files of a version, with its `package.json`. */
function filesOf(publication: Publication & { version: string }): Record<string, string> {
  return { 'package.json': JSON.stringify(manifestOf(publication)), ...publication.files };
}

function manifestOf(publication: Publication & { version: string }): Record<string, unknown> {
  const { name, version, dependencies, peerDependencies, optionalDependencies, deprecated } = publication;
  return { name, version, dependencies, peerDependencies, optionalDependencies, deprecated };
}

function packumentOf(name: string, versions: (Publication & { version: string })[], url: string): object {
  const entries = versions.map((one) => {
    const tarball = one.tarballUrl ?? `${url}${tarballPath(name, one.version).slice(1)}`;
    const dist = { tarball, ...(one.integrity && { integrity: one.integrity }) };
    return [one.version, { ...manifestOf(one), dist }] as const;
  });
  return {
    name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(entries),
    time: Object.fromEntries(versions.map(({ version, date }) => [version, date])),
  };
}
