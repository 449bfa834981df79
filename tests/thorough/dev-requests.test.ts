import fs from 'node:fs/promises';
import path from 'node:path';
import { preview } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type RunningDev, startDev } from '../helpers/dev-site.ts';
import { ask, type RawAnswer, sendRaw } from '../helpers/raw-requests.ts';
import { words } from '../helpers/words.ts';

/** Content of files that must not appear in any answer. */
const CANARY = 'canary-d41d8cd98f';
const DEMO = 'docs-demo-button';
const BIG = 'x'.repeat(15_000);

/** Request targets, grouped by how the servers interpret them. */
const TARGETS: Record<string, string[]> = {
  'a path to a parent folder': words(`
    /../secret.txt /docs/../../secret.txt /./../secret.txt /.../secret.txt /..;/secret.txt /..//secret.txt
    //../secret.txt /guide/../../../../../../../../etc/passwd /assets/../../secret.txt /~dev/../../secret.txt
    /../beside/secret.txt /%2e%2e/secret.txt /.%2E/secret.txt /..%2fsecret.txt /%252e%252e%252fsecret.txt
    /%25%32%65%25%32%65/secret.txt /assets/..%2f..%2fsecret.txt /..%c0%afsecret.txt /%c0%ae%c0%ae/secret.txt
    /..%ef%bc%8fsecret.txt /%u002e%u002e/secret.txt /..\\secret.txt /..%5csecret.txt /..%255csecret.txt
    \\..\\secret.txt /%5c%5chost/share /C:\\Windows\\win.ini /assets\\..\\..\\secret.txt
  `),
  'absolute URLs and other forms': words(`
    http://localhost/../secret.txt http://evil.test/ file:///etc/passwd FILE //evil.test/../secret.txt ///etc/passwd
    /\\evil.test/ /@evil.test/ /http://localhost/secret.txt /file:///etc/passwd * ?/../secret.txt ../secret.txt
    # /#/../secret.txt /secret.txt#
  `),
  'endpoints of other servers': words(`
    /@fs/SITE/secret.txt /@fs//etc/passwd?import&raw?? /@id/__x00__virtual:site /@vite/env
    /__open-in-editor?file=SITE/package.json /webpack-dev-server/invalidate /_next/image?url=/secret.txt
    /.env?import&raw /.env?.svg?.wasm?init /docs/index.md?raw??
  `),
  'files of the site': words(`
    /.env /%2eenv /.ENV /.git/config /package.json /cascader-docs.config.ts /docs/index.md /docs/private.txt
    /docs/.hidden /docs/public/../private.txt /demos/button.tsx /src/secret.ts /node_modules/secret/index.js
    /dist/secret.txt /dist/index.html /.cascader-docs /secret.txt SITE/.env /link.txt /docs/link.txt
    /index.md/../../.env /index.html/..%2f.env /private.txt
  `),
  'characters that are invalid in a path': [
    ...words(`
      /%00 /index.html%00.png /.env%00.html /%0d%0aSet-Cookie:%20a=b /%7f /%c2%85 /% /%zz /%E0%A4%A /%ff%fe
      /%ed%a0%80 /%e2%80%ae /%f0%9f%92%a9 /; /index.html;x=/../../secret.txt /: /|id /$(id) /" /<script>alert(1)</script>
    `),
    '/\u0001',
    '/a\tb',
    '/\u00e9',
  ],
  'properties of every object': words(`
    /__proto__ /__proto__.html /constructor/prototype /toString /~demos/__proto__/index.html
    /~demos/..%2f..%2fsecret.txt/index.html /~demos/ /~demos/../.env/index.html
  `),
  'endpoints of this server': words(`
    /~dev /~dev/x /~dev/client.js/../../.env /~dev/client.js.map /~dev/..%2f.env /%7edev/events /~dev/events
    /~dev/events?token= /~dev/events?token=x&token=y /~dev/package.json /assets/~dev/source/.json
    /assets/~dev/source/../../../.env /assets/~dev/source/..%2f..%2fpackage.json /assets/~dev/source/__proto__.json
    /assets/~dev/source/%2fetc%2fpasswd.json /assets/~dev/source/a%0ab.json /assets/~dev/search/..%2f..%2f..%2fpackage.json
    /assets/~dev/search/toString.json /assets/~dev/source/(((((((((((((.json /~sandbox.html/../.env
  `),
  long: [`/${'a'.repeat(8000)}`, `/${'%2e%2e/'.repeat(1000)}secret.txt`, `/${BIG}`],
};

/** Request lines with unusual methods, targets or versions. */
const METHODS = [
  ...['CONNECT localhost:22', 'CONNECT /', 'OPTIONS *', 'TRACE /', 'POST /', 'PUT /index.html', 'DELETE /index.html'],
  ...['POST /~dev/events', 'get /', 'EVIL /'],
].map((line) => `${line} HTTP/1.1`);

let folder: TestSite;
let root: string;
let dev: RunningDev;
const servers = new Map<string, { port: number; url: string }>();

const secret = `${CANARY}\n`;

beforeAll(async () => {
  folder = await createSite({
    'secret.txt': secret,
    'beside/secret.txt': secret,
    'site/package.json': `{"name": "fixture", "version": "1.0.0", "secret": "${CANARY}"}`,
    'site/cascader-docs.config.ts': `// ${CANARY}\nexport default { title: 'Fixture' };\n`,
    'site/.env': secret,
    'site/.env.local': secret,
    'site/.git/config': secret,
    'site/secret.txt': secret,
    'site/src/secret.ts': `export default '${CANARY}';\n`,
    'site/node_modules/secret/index.js': secret,
    'site/docs/index.md': `---\n# ${CANARY}\ntitle: Home\n---\n\n# Home\n\n<code src="../demos/button.tsx"></code>\n\nSee [more](./more.md).\n`,
    'site/docs/more.md': '# More\n\nText.\n',
    'site/docs/private.txt': secret,
    'site/docs/.hidden': secret,
    'site/docs/public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'site/demos/button.tsx': 'export default function Button() {\n  return <button type="button">press</button>;\n}\n',
  });
  root = path.join(folder.root, 'site');
  await fs.symlink(path.join(folder.root, 'secret.txt'), path.join(root, 'docs/public/link.txt'));
  await fs.symlink(path.join(folder.root, 'secret.txt'), path.join(root, 'docs/link.txt'));
  const { exitCode } = await folder.build({ root, outDir: path.join(root, 'dist') });
  expect(exitCode).toBe(0);
  await fs.writeFile(path.join(root, 'dist/secret.txt'), secret);
  dev = await startDev(root);
  const built = await preview({ root, port: 0 });
  afterAll(() => built.close());
  servers.set('dev', { port: dev.server.port, url: dev.url });
  servers.set('preview', { port: built.port, url: `http://localhost:${built.port}` });
  // Renders everything that can be rendered, so that all files with the canary have been read.
  for (const target of ['/', '/more', '/logo.svg', `/~demos/${DEMO}`])
    expect([target, (await fetch(dev.url + target)).status]).toEqual([target, 200]);
});

const portOf = (name: string): number => servers.get(name)?.port ?? 0;

/** Returns the kinds of content in an answer that must not be there. */
function leaksOf({ text, headers }: RawAnswer): string[] {
  const found: string[] = [];
  if (text.includes(CANARY)) found.push('a canary');
  if (text.includes('root:x:')) found.push('a file of the system');
  if (text.includes(folder.root)) found.push('the path of the folder');
  if (/\n\s+at .+:\d+:\d+/.test(text) || text.includes('node:internal')) found.push('a stack');
  if ([...headers.keys()].some((name) => name.startsWith('access-control-'))) found.push('a header for other sites');
  if (headers.has('set-cookie')) found.push('an injected header');
  return found;
}

describe.each(['dev', 'preview'])('%s', (name) => {
  it.each(Object.keys(TARGETS))('reveals nothing for %s', async (kind) => {
    const wrong: string[] = [];
    for (const written of TARGETS[kind] ?? []) {
      const target = written.replace('SITE', root);
      const answer = await ask(portOf(name), target);
      const faults = leaksOf(answer);
      if (![200, 400, 403, 404, 431].includes(answer.status)) faults.push(`status ${answer.status}`);
      if (faults.length > 0) wrong.push(`${written.slice(0, 100)}: ${faults.join(', ')}`);
    }
    expect(wrong).toEqual([]);
    expect((await ask(portOf(name), '/')).text).toContain('See <a href="/more">more</a>');
    expect(dev.errors).toEqual([]);
  });

  it('answers no methods except GET and HEAD', async () => {
    for (const line of METHODS) {
      const answer = await sendRaw(
        portOf(name),
        `${line}\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\na=b`,
      );
      expect([line, leaksOf(answer)]).toEqual([line, []]);
      // A closed connection is an answer too.
      expect([0, 400, 405, 505], line).toContain(answer.status);
    }
    expect((await ask(portOf(name), '/')).status).toBe(200);
  });

  it('refuses requests for foreign host names', async () => {
    for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.nip.io', '192.168.0.7']) {
      for (const target of ['/', '/~dev/client.js', '/~dev/events', `/~demos/${DEMO}`, '/logo.svg']) {
        const answer = await ask(portOf(name), target, { headers: [`Host: ${host}`] });
        expect([host, target, answer.status]).toEqual([host, target, 403]);
        expect(answer.text).not.toContain('Home');
      }
    }
  });
});

describe('the token of a dev server', () => {
  const tokenIn = (text: string): string => /data-token="([^"]+)"/.exec(text)?.[1] ?? '';

  it('is in documents only', async () => {
    const home = await (await fetch(dev.url)).text();
    const token = tokenIn(home);
    expect(token).toMatch(/^[\w-]{24}$/);
    const targets = new Set(['/', '/more', '/none', `/~demos/${DEMO}`, '/index.md', '/llms.txt', '/~dev/client.js']);
    for (const target of targets) {
      const response = await fetch(dev.url + target);
      const text = await response.text();
      const isDocument = /html/.test(response.headers.get('content-type') ?? '');
      expect([target, text.includes(token)]).toEqual([target, isDocument]);
      for (const [found] of text.matchAll(/\/assets\/[\w~./-]+\.\w+/g)) targets.add(found);
    }
    expect(targets.size).toBeGreaterThan(12);
  });
});
