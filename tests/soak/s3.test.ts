import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DeployAction, deployPlan } from 'cascader-docs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { waitFor } from '../helpers/dev-site.ts';

const WEBSITE =
  '<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>404.html</Key></ErrorDocument></WebsiteConfiguration>';
const BUCKET = 'documentation';
/** The website of a bucket has its own host. */
const HOST = `${BUCKET}.s3-website-us-east-1.amazonaws.com`;

let stop: () => void = () => {};
let port = 0;

beforeAll(async () => {
  const folder = await createFolder('s3');
  await fs.writeFile(path.join(folder, 'package.json'), '{}');
  await fs.writeFile(path.join(folder, 'website.xml'), WEBSITE);
  await fs.mkdir(path.join(folder, 'data'));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', 's3rver@3.7.1'];
  await promisify(execFile)('npm', install, { cwd: folder });
  const server = spawn(
    process.execPath,
    ['node_modules/s3rver/bin/s3rver.js', '-d', 'data', '-p', '0', '--configure-bucket', BUCKET, 'website.xml'],
    { cwd: folder },
  );
  stop = () => void server.kill();
  let output = '';
  server.stdout.on('data', (data) => {
    output += data;
  });
  await waitFor(() => /listening on \S+?:(\d+)/i.test(output));
  port = Number(/listening on \S+?:(\d+)/i.exec(output)?.[1]);
});

afterAll(() => stop());

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

function ask(
  method: string,
  address: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, method, path: address, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    request.on('error', reject).end(body);
  });
}

const visit = (address: string): Promise<Answer> => ask('GET', address, { host: HOST });

async function apply(action: DeployAction, outDir: string): Promise<void> {
  const address = `/${BUCKET}/${action.key.split('/').map(encodeURIComponent).join('/')}`;
  if (action.action === 'delete') {
    await ask('DELETE', address);
    return;
  }
  const { contentType = '', cacheControl = '', redirect } = action;
  const headers = { 'content-type': contentType, 'cache-control': cacheControl };
  const leading: Record<string, string> = redirect === undefined ? {} : { 'x-amz-website-redirect-location': redirect };
  const body = await fs.readFile(path.join(outDir, action.path));
  expect((await ask('PUT', address, { ...headers, ...leading }, body)).status).toBe(200);
}

/** Follows all links from the home page, and returns dead ones. */
async function crawl(): Promise<string[]> {
  const seen = new Set(['/']);
  const dead: string[] = [];
  for (const address of seen) {
    const { status, headers, text } = await visit(address);
    if (headers.location) seen.add(new URL(headers.location, 'http://x').pathname);
    else if (status !== 200) dead.push(address);
    else if (headers['content-type']?.startsWith('text/html'))
      for (const [, link = ''] of text.matchAll(/(?:src|href)="(\/[^"#?]*)/g)) seen.add(link);
  }
  return dead;
}

it('a bucket is a complete site after each uploaded file', { timeout: 600_000 }, async () => {
  const { root, build, write } = await createSite({
    'docs/index.md': '# Home\n\n[First](./guide/first.md) ![p](./p.svg)\n',
    'docs/guide/first.md': '---\nredirectFrom: [/old]\n---\n\n# First\n\n[Second](./second.md)\n',
    'docs/guide/second.md': '# Second\n\n```tsx\nexport default () => <b>x</b>;\n```\n',
    'docs/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'cascader-docs.config.ts': "export default { target: 's3', sitemap: { hostname: 'https://example.org' } };",
  });
  const outDir = path.join(root, 'dist');
  await build();
  for (const action of (await deployPlan({ root })).actions) await apply(action, outDir);
  expect(await crawl()).toEqual([]);
  expect(await visit('/old/')).toMatchObject({ status: 301, headers: { location: '/guide/first' } });
  expect(await visit('/nowhere')).toMatchObject({ status: 404, text: expect.stringContaining('<!doctype html>') });
  expect((await visit('/')).headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });

  await write({
    'docs/index.md': '# Home\n\n[Third](./guide/third.md) ![p](./p.svg)\n',
    'docs/guide/third.md': '# Third\n\n```tsx\nexport default () => <i>y</i>;\n```\n',
    'docs/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
  });
  await fs.rm(path.join(root, 'docs/guide/second.md'));
  await write({ 'docs/guide/first.md': '# First\n\n[Third](./third.md)\n' });
  await build();
  // The manifest in the store shows what was deployed.
  await fs.writeFile(path.join(root, 'last'), (await visit('/.cascader-docs')).text);
  const { actions } = await deployPlan({ root, since: 'last', keep: 0 });
  expect(new Set(actions.map(({ step }) => step))).toEqual(
    new Set(['assets', 'new-pages', 'pages', 'indexes', 'manifest', 'delete']),
  );
  for (const action of actions) {
    await apply(action, outDir);
    expect({ after: action.path, dead: await crawl() }).toEqual({ after: action.path, dead: [] });
  }
  expect((await visit('/guide/second/')).status).toBe(404);
  expect((await deployPlan({ root, since: 'dist/.cascader-docs' })).actions).toMatchObject([{ step: 'manifest' }]);
});
