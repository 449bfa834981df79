import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, listFiles } from '../helpers/build-site.ts';
import { waitFor } from '../helpers/dev-site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Path on Debian. */
const NGINX = '/usr/sbin/nginx';
const hasNginx = await fs.access(NGINX).then(
  () => true,
  () => false,
);

let folder: string;
let files: string[];
let end: () => Promise<unknown>;

beforeAll(async () => {
  if (!hasNginx) return;
  // The path of a socket must be short.
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'nginx-'));
  const site = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n',
    'docs/guide/one.md': '# One\n',
    'demos/a.tsx': 'export default () => <p>a</p>;\n',
  });
  await site.build();
  const output = path.join(folder, 'site');
  await fs.cp(path.join(site.root, 'dist'), output, { recursive: true });
  files = await listFiles(output);
  await fs.writeFile(path.join(output, 'guide/one/index.html.gz'), gzipSync('compressed ahead'));
  const page = await fs.readFile(path.join(root, 'docs/_handbook/docs/guide/deploying.md'), 'utf8');
  const server = (/```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
    .replace('listen 80;', `listen unix:${folder}/socket;`)
    .replace('/var/www/site', output);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/t;`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await fs.writeFile(
    path.join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/errors;\nevents {}\nhttp { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}\n${server}}\n`,
  );
  execFileSync(NGINX, ['-t', '-q', '-p', folder, '-c', path.join(folder, 'nginx.conf')]);
  const child = spawn(NGINX, ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  end = async () => {
    child.kill('SIGQUIT');
    await ended;
    await fs.rm(folder, { recursive: true, force: true });
  };
  await waitFor(async () => (await fs.readdir(folder)).includes('socket'));
});

afterAll(() => end?.());

function ask(
  target: string,
  headers = {},
): Promise<{ status?: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get({ socketPath: `${folder}/socket`, path: target, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() }),
      );
    });
    request.on('error', reject);
  });
}

describe.runIf(hasNginx)('nginx with the configuration of the handbook', () => {
  it('serves clean URLs, with or without a slash at the end', async () => {
    for (const target of ['/', '/guide/one', '/guide/one/', '/~pages']) {
      const { status, headers } = await ask(target);
      expect({ target, status, type: headers['content-type'] }).toEqual({
        target,
        status: 200,
        type: 'text/html; charset=utf-8',
      });
      expect(headers['content-security-policy']).toBe("frame-ancestors 'self'");
    }
  });

  it.each([
    '/none',
    '/guide',
    '/guide/one/none',
    '/.cascader-docs',
  ])('answers %s with the not-found page', async (target) => {
    const { status, text } = await ask(target);
    expect(status).toBe(404);
    expect(text).toContain('<!doctype html>');
  });

  it('sends the headers of `_headers`', async () => {
    const asset = files.find((file) => /^assets\/.*\.js$/.test(file));
    expect((await ask(`/${asset}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await ask('/~search/en.json')).headers['cache-control']).toBe('no-cache');
    const { headers } = await ask('/~sandbox.html');
    expect(headers['content-security-policy']).toBe("sandbox allow-scripts allow-forms; webrtc 'block'");
  });

  it('shows Markdown, and serves precompressed files', async () => {
    expect((await ask('/guide/one.md')).headers['content-type']).toBe('text/plain; charset=utf-8');
    const { headers } = await ask('/guide/one', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });
});
