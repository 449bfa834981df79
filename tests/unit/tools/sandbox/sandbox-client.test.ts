import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createSandboxClient, type SandboxRequestError } from '../../../../src/node/tools/sandbox/sandbox-client.ts';
import { createSandboxProject } from '../../../../src/shared/sandbox-project.ts';
import { type Answer, startCodeSandbox } from './code-sandbox-server.ts';
import { demoSource } from './demo-source.ts';

const apiKey = 'csb_v1_secret+key=';
const project = createSandboxProject({ ...demoSource('a', 'Simple'), template: 'create-react-app' });

afterEach(() => vi.unstubAllEnvs());

/** Sends the project to `baseUrl` with the real SDK. */
async function create(baseUrl: string, signal = new AbortController().signal) {
  vi.stubEnv('CSB_BASE_URL', baseUrl);
  const client = await createSandboxClient({ apiKey, projectRoot: path.resolve(import.meta.dirname, '../../../..') });
  return await client.create(project, signal);
}

async function failureOf(answer: Answer): Promise<SandboxRequestError> {
  const { url } = await startCodeSandbox(() => answer);
  return await create(url).then(
    () => expect.unreachable(),
    (error) => error,
  );
}

it('sends title, description, files and packages with the key, and returns the address of the sandbox', async () => {
  const { url, requests } = await startCodeSandbox();
  expect(await create(url)).toEqual({ id: 'box1', url: 'https://codesandbox.io/s/box1' });
  expect(requests).toHaveLength(1);
  const [{ method, path: target, authorization, body } = expect.unreachable()] = requests;
  expect({ method, target, authorization }).toEqual({
    method: 'POST',
    target: '/sandbox',
    authorization: `Bearer ${apiKey}`,
  });
  expect(body).toMatchObject({
    title: 'Simple',
    description: project.description,
    template: 'create-react-app',
    runtime: 'browser',
    entry: 'index.tsx',
    privacy: 0,
    npm_dependencies: { react: '19.3.1', 'my-library': '1.2.3' },
  });
  for (const [file, code] of Object.entries(project.files))
    expect(body.files[file]).toEqual({ code, is_binary: false });
  expect(body.files['sandbox.config.json'].code).toContain('create-react-app');
});

it.each([
  [401, true, /codesandbox\.io\/t\/api/],
  [402, true, /plan/],
  [403, true, /permission to create/],
  [422, false, /--dry-run/],
  [429, true, /again later/],
  [500, false, /again later/],
  [503, false, /again later/],
])('explains status %i, and what to do', async (status, final, note) => {
  const error = await failureOf(status);
  expect(error.code).toBe('CD703');
  expect(error.message).toBe(`CodeSandbox refused the request (status ${status}): reason ${status}`);
  expect(error.notes.join()).toMatch(note);
  expect(error.final).toBe(final);
});

it('reports when to retry, if the service does', async () => {
  const { notes } = await failureOf({ status: 429, headers: { 'retry-after': '30' } });
  expect(notes.join()).toContain('in 30 seconds');
});

it.each([
  ['a page of HTML', '<h1>Bad gateway</h1>'],
  ['an unexpected body', { errors: 'all' }],
  ['no body', ''],
])('reports the status if a refusal has %s', async (_, body) => {
  expect((await failureOf({ status: 502, body })).message).toBe('CodeSandbox refused the request (status 502)');
});

it('shortens a reason to one line without control characters', async () => {
  const { message } = await failureOf({ status: 400, body: { errors: ['a\n\u001b[31mb', { files: 'none' }] } });
  expect(message).toBe('CodeSandbox refused the request (status 400): a [31mb; {"files":"none"}');
});

it.each<[string, Answer]>([
  ['no data', { status: 200, body: { success: true } }],
  ['a page of HTML', { status: 200, body: '<h1>Log in</h1>' }],
  ['an invalid id', { status: 201, body: { data: { id: '../../t', alias: '', title: null } } }],
])('refuses a response with %s', async (_, answer) => {
  const error = await failureOf(answer);
  expect(error.code).toBe('CD704');
});

it('reports a refused connection', async () => {
  const error: SandboxRequestError = await create('http://127.0.0.1:9').catch((reason) => reason);
  expect(error.code).toBe('CD704');
  expect(error.message).toMatch(/^CodeSandbox did not respond: .+/);
  expect(error.message).not.toBe('CodeSandbox did not respond: fetch failed');
  expect(error.final).toBe(true);
});

it('reports a broken connection', async () => {
  const error = await failureOf('hang up');
  expect(error.code).toBe('CD704');
});

it('stops when aborted', async () => {
  const controller = new AbortController();
  const { url } = await startCodeSandbox(() => {
    controller.abort();
    return { status: 201, delay: 60_000 };
  });
  const error: SandboxRequestError = await create(url, controller.signal).catch((reason) => reason);
  expect(error.message).toBe('CodeSandbox did not respond: the request was canceled');
});

it('never prints the key, not even a part of it at the end of a long message', async () => {
  for (const before of ['', 'x'.repeat(340), 'x'.repeat(350), 'x'.repeat(360)]) {
    const { message, stack } = await failureOf({ status: 401, body: { errors: [`${before}${apiKey} is unknown`] } });
    expect(`${message}${stack}`).not.toContain('secret');
    expect(message).not.toContain('csb_');
  }
});
