import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import {
  BIN,
  type Command,
  descendantsOf,
  endSeen,
  isAlive,
  type Process,
  start,
  waitForEnd,
} from '../helpers/command.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { ask, open } from '../helpers/raw-requests.ts';

const files = {
  'docs/index.md': '# Home\n\n<code src="../demos/button.tsx"></code>\n',
  'node_modules/label/package.json': '{"name": "label", "version": "1.0.0", "main": "index.js"}',
  'node_modules/label/index.js': 'exports.label = "press";\n',
};
const demo = (statement: string): string =>
  `import { label } from 'label';\n${statement}\nexport default function Button() {\n  return <button type="button">{label}</button>;\n}\n`;
const endless = demo('while (label);');

let site: TestSite;

beforeAll(async () => {
  site = await createSite({ ...files, 'demos/button.tsx': demo('') });
  const built = await site.build({ outDir: path.join(site.root, 'dist') });
  expect(built.files).toContain('index.html');
});

afterEach(endSeen);

/** Starts a server, and resolves with its port when it is ready. */
async function serve(args: string[], stdin?: 'pipe' | 'ignore'): Promise<Command & { port: number }> {
  const command = start(args, { stdin });
  const port = await waitFor(() => portIn(command.stdout()));
  return { ...command, port };
}

function portIn(text: string): number | undefined {
  const found = /http:\/\/localhost:(\d+)\//.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * Waits until the process that renders demos has used more time than any demo except one that hangs, and returns the
 * child processes.
 */
async function childrenOfHanging(child: ChildProcess): Promise<Process[]> {
  return await waitFor(() => {
    const children = descendantsOf(child);
    const isHanging = children.some(({ rest }) => /demo-worker/.test(rest) && !/^[0:]*:0[01](?![\d:])/.test(rest));
    return isHanging && children;
  });
}

/** Opens a page as a browser does: the document, its event stream and waiting connections. */
async function visit(port: number): Promise<void> {
  const { text } = await ask(port, '/');
  const token = /data-token="([^"]+)"/.exec(text)?.[1];
  const host = `Host: localhost:${port}\r\n\r\n`;
  for (const bytes of [
    '',
    'GET / HT',
    `GET / HTTP/1.1\r\n${host}`,
    `GET /~dev/events?token=${token} HTTP/1.1\r\n${host}`,
  ])
    await open(port, bytes);
}

describe('dev, when it is stopped', () => {
  it.each(
    Array.from({ length: 12 }, (_, round) => round),
  )('by Ctrl-C with open pages, exits with all of its processes, round %i', async () => {
    const { child, port, ended } = await serve(['dev', site.root, '--port', '0']);
    await visit(port);
    const children = descendantsOf(child);
    expect(children.length).toBeGreaterThanOrEqual(2);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await waitForEnd(children);
  });

  it('by Ctrl-C while a demo hangs, exits with the process of the demo', async () => {
    const { root } = await createSite({ ...files, 'demos/button.tsx': endless });
    const { child, port, ended, stderr } = await serve(['dev', root, '--port', '0']);
    void ask(port, '/');
    const children = await childrenOfHanging(child);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await waitForEnd(children);
    // The bundler must exit on request, without being killed.
    expect(stderr()).not.toContain('fatal error');
  });

  it('by SIGTERM, exits with 143', async () => {
    const { child, port, ended } = await serve(['dev', site.root, '--port', '0']);
    await visit(port);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  });

  it('by its parent process, which closes its input, exits with 0', async () => {
    const { child, port, ended } = await serve(['dev', site.root, '--port', '0'], 'pipe');
    await visit(port);
    child.stdin?.end();
    await waitFor(() => !isAlive(child.pid ?? 0), 5000);
    expect(await ended).toBe(0);
  });

  it('by the death of its parent process, exits', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([BIN, 'dev', site.root, '--port', '0'])}, { stdio: ['pipe', 'inherit', 'inherit'] });
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    const port = await waitFor(() => portIn(stdout));
    await visit(port);
    const children = descendantsOf(child);
    expect(children.length).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await waitForEnd(children);
  });
});

describe('dev', () => {
  it('keeps running when its input is empty from the start', async () => {
    const { child, port, ended } = await serve(['dev', site.root, '--port', '0'], 'ignore');
    await visit(port);
    expect((await ask(port, '/')).status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it('warns when other machines can reach it, and still refuses foreign host names', async () => {
    const { child, port, ended, stderr } = await serve(['dev', site.root, '--port', '0', '--host', '0.0.0.0']);
    await waitFor(() => stderr().includes('Every machine'));
    const statusOf = async (host: string) => (await ask(port, '/', { headers: [`Host: ${host}`] })).status;
    expect(await statusOf('192.168.0.7')).toBe(200);
    expect(await statusOf('evil.test')).toBe(403);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const local = await serve(['dev', site.root, '--port', '0']);
    local.child.kill('SIGINT');
    expect(await local.ended).toBe(130);
    expect(local.stderr()).toBe('');
  });
});

describe('preview, when it is stopped', () => {
  it('by Ctrl-C with open pages, exits with 130', async () => {
    const { child, port, ended } = await serve(['preview', site.root, '--port', '0']);
    await visit(port);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });
});
