import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { addVersion, type PreviewServer, preview } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/node/base/diagnostics/diagnostic.ts';
import { fetchSite } from '../../src/node/tools/versions/fetch-site.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';

/** Texts of an archived version by path. */
const filesOf = ({ root }: TestSite, id: string): Map<string, string> => {
  const folder = path.join(root, 'versions', id);
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name !== '.cascader-docs' && fs.statSync(path.join(folder, name)).isFile());
  return new Map(files.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
};

describe('a published site of ours', () => {
  let site: TestSite;
  let server: PreviewServer;
  beforeAll(async () => {
    site = await createSite({
      'docs/index.md': '# Home\n\n[Guide](./guide.md)\n',
      'docs/guide.md': '# Guide\n\n```tsx\nexport default () => <b>b</b>;\n```\n\n![dot](./dot.svg)\n',
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'docs/alone.md': '# Alone\n',
      'node_modules/.keep': '',
    });
    await site.build({ base: '/v/1.x/', outDir: 'old' });
    server = await preview({ root: site.root, base: '/v/1.x/', outDir: 'old', port: 0 });
  });
  afterAll(() => server.close());

  it('is fetched with everything that its pages load', async () => {
    const { root } = site;
    await addVersion({ root, id: '1.x', from: path.join(root, 'old') });
    const fromFolder = filesOf(site, '1.x');
    const { diagnostics } = await addVersion({
      root,
      id: '1.x',
      from: `http://localhost:${server.port}/v/1.x/`,
      replace: true,
    });
    expect(diagnostics).toEqual([]);
    const fetched = filesOf(site, '1.x');
    const missing = [...fromFolder.keys()].filter((file) => !fetched.has(file));
    // Scripts of a part that the site does not use.
    const texts = [...fetched.keys()].map((file) => fs.readFileSync(path.join(root, 'old', file), 'utf8'));
    expect(missing.filter((file) => texts.some((text) => text.includes(path.basename(file))))).toEqual([]);
    expect(missing.filter((file) => !file.startsWith('assets/'))).toEqual([]);
    for (const [file, text] of fetched) expect(text === fromFolder.get(file), file).toBe(true);
  });

  it('is refused if it has another base', async () => {
    const from = `http://localhost:${server.port}/v/1.x/`;
    await expect(addVersion({ root: site.root, id: '2.x', from })).rejects.toThrow(
      'The site was built for the base /v/1.x/, but version 2.x needs /v/2.x/',
    );
  });
});

describe('a hostile or broken site', () => {
  const answers: Record<string, (response: http.ServerResponse, url: string) => void> = {};
  let server: http.Server;
  let address: string;
  const html = (text: string) => (response: http.ServerResponse) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${text}`);
  };
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      const url = request.url ?? '';
      const answer = answers[url] ?? (url.startsWith('/v/1/endless') ? answers.endless : answers.fallback);
      if (answer) answer(response, url);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    address = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  let contentOf: Record<string, string> = {};
  const fetchIt = async (limits = { files: 20, bytes: 1e6, time: 20_000 }) => {
    const source = await fetchSite(`${address}/v/1/`, { id: '1', base: '/v/1/', signal: undefined }, limits).catch(
      (error: unknown) => {
        if (!(error instanceof DiagnosticError)) throw error;
        return { folder: '', diagnostics: error.diagnostics, release: async () => {} };
      },
    );
    contentOf = Object.fromEntries(
      (source.folder === '' ? [] : fs.readdirSync(source.folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => [
          path.relative(source.folder, path.join(entry.parentPath, entry.name)),
          fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'),
        ]),
    );
    const files = source.folder === '' ? [] : fs.readdirSync(source.folder, { recursive: true }).map(String).sort();
    await source.release();
    const [problem] = source.diagnostics;
    return {
      files,
      code: problem?.code,
      text: [problem?.text, ...(problem?.notes ?? [])].join('\n').replaceAll(address, ''),
    };
  };

  it('cannot lead to other hosts or out of the version', async () => {
    answers['/v/1/'] = html(
      '<a href=/x>x</a> <a href=gone>x</a> <a href=away>x</a> <a href=%2e%2e%2fx>x</a> <a href=a%5cb.html>x</a> <a href=.env>x</a> <img src=a.css> <a href="https://example.org/x">x</a>',
    );
    answers['/v/1/away'] = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    answers['/v/1/a%5cb.html'] = html('b');
    answers['/v/1/.env'] = html('b');
    answers['/v/1/a.css'] = (response) =>
      void response.setHeader('content-type', 'text/css').end('@import "b.css"; a { background: url(../../up.png) }');
    answers['/v/1/b.css'] = (response) => void response.setHeader('content-type', 'text/css').end('');
    const { files, text, code } = await fetchIt();
    expect(code).toBe('CD879');
    expect(files).toEqual(['a.css', 'b.css', 'index.html']);
    expect(text).toContain('/v/1/gone: status 404');
    expect(text).toContain('/v/1/away: it redirects to http://127.0.0.1:9/');
    expect(text).toContain('/v/1/a%5cb.html: its name cannot be published');
    expect(text).toContain('/v/1/.env: its name cannot be published');
  });

  it('cannot be endless', async () => {
    let count = 0;
    answers['/v/1/'] = html('<a href=endless/0>x</a>');
    answers.endless = (response) => html(`<a href=/v/1/endless/${++count}>x</a>`)(response);
    expect((await fetchIt()).text).toContain('it has more than 20 files');
    answers.endless = (response) => html(`${'x'.repeat(200_000)}<a href=/v/1/endless/${++count}>x</a>`)(response);
    expect((await fetchIt()).text).toContain('it has more than 1000000 bytes');
    answers.endless = () => {};
    expect((await fetchIt({ files: 20, bytes: 1e6, time: 1000 })).text).toContain('it takes longer than 1 s');
  });

  it('gives no pages for addresses that do not exist, although its host returns the home page', async () => {
    const home = html('<script>["a.json", "/v/1/junk"]</script><a href=route>x</a><img src=b.png>');
    answers['/v/1/'] = home;
    answers.fallback = home;
    const { files, text } = await fetchIt();
    delete answers.fallback;
    expect(files).toEqual(['index.html', 'route.html']);
    expect(text).toContain('/v/1/b.png: the host returns a page for it');
    expect(text).not.toContain('a.json');
  });

  it('is stored with its redirects', async () => {
    answers['/v/1/'] = (response) => void response.writeHead(302, { location: 'en/' }).end();
    answers['/v/1/en/'] = html('<a href=/v/1/old>x</a>');
    answers['/v/1/old'] = (response) => void response.writeHead(301, { location: '/v/1/new' }).end();
    answers['/v/1/new'] = html('New');
    const { text } = await fetchIt();
    expect(text).toBe('');
    expect(Object.keys(contentOf).sort()).toEqual(
      ['en/index.html', 'index.html', 'new/index.html', 'old/index.html'].map((file) => path.normalize(file)),
    );
    expect(contentOf['index.html']).toContain('<meta http-equiv="refresh" content="0; url=/v/1/en/">');
    expect(contentOf[path.normalize('old/index.html')]).toContain('<a href="/v/1/new/">');
  });

  it('is reported if files that may exist cannot be fetched, or cannot be found', async () => {
    answers['/v/1/'] = html('<script>["a.json"]</script><script src=/v/1/r.js></script>');
    answers['/v/1/a.json'] = (response) => void response.writeHead(403).end();
    expect((await fetchIt()).text).toContain('/v/1/a.json: status 403');
    // Some hosts return this status for all missing files.
    answers.fallback = (response) => void response.writeHead(403).end();
    answers['/v/1/r.js'] = (response) =>
      void response
        .setHeader('content-type', 'text/javascript')
        .end('r.u=e=>"js/"+({1:"a"}[e]||e)+"."+{1:"ab12",2:"cd34"}[e]+".chunk.js"');
    const { code, text } = await fetchIt();
    delete answers.fallback;
    expect(code).toBe('CD872');
    expect(text).toContain('Version 1 may lack scripts, because r.js computes their names');
  });

  it('is refused if its scripts have absolute addresses with another base', async () => {
    answers['/v/1/'] = html(`<script src="${address}/v/1/a.js"></script>`);
    await expect(fetchSite(`${address}/v/1/`, { id: '2', base: '/v/2/', signal: undefined })).rejects.toThrow(
      'The site was built for the base /v/1/, but version 2 needs /v/2/',
    );
  });

  it('is reported if there is none', async () => {
    delete answers['/v/1/'];
    expect((await fetchIt()).text).toContain('/v/1/ cannot be read: status 404');
  });
});
