import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { init } from '../../../../src/node/tools/init/init.ts';
import { afterFile } from '../../../helpers/after-file.ts';
import { createFolder, readTree } from '../../output/folders.ts';

interface Job {
  steps: { run?: string; uses?: string; env?: object; with?: Record<string, unknown> }[];
  permissions?: object;
  if?: string;
}

const run = promisify(execFile);

/** Comments of a fake host, and what was requested. */
const host = { comments: [] as { id: number; body: string; user: { login: string } }[], requests: [] as string[] };
let api: string;

beforeAll(async () => {
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    host.requests.push(`${method} ${url} ${headers.authorization ?? headers['private-token']}`);
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const answer = (data: unknown) => response.end(JSON.stringify(data));
      if (url.startsWith('/repos/acme/kit/pulls?')) return answer([{ number: 7, head: { sha: 'abc' } }]);
      if (method === 'GET') return answer(/page=1$/.test(url) ? host.comments : []);
      const { body } = JSON.parse(text);
      if (method === 'POST') host.comments.push({ id: 5, body, user: { login: 'github-actions[bot]' } });
      else for (const comment of host.comments) if (url.endsWith(`/${comment.id}`)) comment.body = body;
      answer({});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => void server.close());
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const FILES = { '.git/HEAD': '', 'package.json': '{"name": "lib"}', 'package-lock.json': '{}' };

async function written(options: { ci: 'github' | 'gitlab'; shards?: number }, files: Record<string, string> = FILES) {
  const folder = await createFolder(files);
  const { notes } = await init({ folder, ...options });
  const tree = await readTree(folder);
  return { notes, tree, yaml: (file: string) => parse(tree[file] ?? '') };
}

/** Runs a script of a shell in a folder in which the tools only print their arguments. */
async function runInShell(script: string, cwd: string, env: Record<string, string>): Promise<string> {
  const bin = path.join(cwd, '.bin');
  fs.mkdirSync(bin, { recursive: true });
  for (const tool of ['npm', 'npx', 'apt-get'])
    fs.writeFileSync(path.join(bin, tool), `#!/bin/sh\necho ${tool} "$@"\n`, { mode: 0o755 });
  const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: cwd, ...env },
  });
  return stdout;
}

const EVENT = {
  workflow_run: {
    head_sha: 'abc',
    head_branch: 'x&state=closed"; exit 1',
    head_repository: { owner: { login: 'fork' } },
    html_url: 'https://github.com/acme/kit/actions/runs/1',
  },
};

const HOSTILE = [
  '**✖ Needs attention: 1 change**',
  '- @everyone ![x](https://evil.example/x.png) <img src=x onerror=alert(1)> #1 acme/kit#2',
  '/close',
  '`````` ends the block ``````',
  '\u202Ereversed\u0007',
  '<details><summary>2 more</summary>',
  'x'.repeat(90_000),
].join('\n');

async function folderWith(report: string | undefined, event: object = EVENT): Promise<string> {
  return await createFolder({
    'event.json': JSON.stringify(event),
    ...(report !== undefined && { 'docs-report/report.md': report }),
  });
}

const expectText = (body: string): void => {
  expect(body.length).toBeLessThan(52_000);
  const [start, ...rest] = body.split('```````md\n');
  expect(start).toBe(
    `<!-- cascader-docs report -->\n\n**Documentation**: ✖ Needs attention\n\n[Report](${start?.includes('gitlab') ? 'https://gitlab.example/p/1' : 'https://github.com/acme/kit/actions/runs/1#artifacts'})\n\n`,
  );
  expect(rest).toHaveLength(1);
  // Everything of the report is in the block, which only its own end closes.
  expect(rest[0]?.match(/`{7,}/g)).toEqual(['```````']);
  for (const character of ['\u202E', '\u0007']) expect(rest[0]).not.toContain(character);
};

describe('the workflows of GitHub', () => {
  it('compare pull requests with their base, with the least permissions', async () => {
    const { yaml, notes } = await written({ ci: 'github' });
    const { jobs, permissions } = yaml('.github/workflows/docs.yml');
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(jobs)).toEqual(['build', 'publish', 'report']);
    const report: Job = jobs.report;
    expect([report.if, report.permissions]).toEqual(["github.event_name == 'pull_request'", undefined]);
    expect(report.steps.flatMap((step) => step.run ?? [])).toEqual([
      'npm ci',
      'npx cascader-docs report --against HEAD^1 --out docs-report',
    ]);
    expect(report.steps.at(-1)).toMatchObject({ uses: 'actions/upload-artifact@v4', with: { path: 'docs-report' } });
    expect(notes).toContain('The report needs a driver: `npm install --save-dev playwright-core axe-core`');
    const comment = yaml('.github/workflows/docs-comment.yml');
    expect([comment.permissions, comment.jobs.comment.permissions]).toEqual([
      {},
      { actions: 'read', 'pull-requests': 'write' },
    ]);
    // No code of the pull request is checked out where the token can write.
    expect(JSON.stringify(comment)).not.toMatch(/checkout|npm|npx|secrets/);
    // Values of a fork are never part of a script.
    const scripts = [...Object.values<Job>(jobs), comment.jobs.comment].flatMap(({ steps }: Job) =>
      steps.flatMap((step) => step.run ?? []),
    );
    expect(scripts.join('\n').match(/\$\{\{[^}]*\}\}/g)).toEqual([`\${{ steps.pages.outputs.base_path }}`]);
  });

  it('divide checks among machines if that is wanted', async () => {
    const { yaml } = await written({ ci: 'github', shards: 3 });
    const { jobs } = yaml('.github/workflows/docs.yml');
    expect(jobs.check.strategy).toEqual({ 'fail-fast': false, matrix: { shard: [1, 2, 3] } });
    const commands = [jobs.check, jobs.checked].flatMap(({ steps }: Job) => steps.flatMap((step) => step.run ?? []));
    expect(commands.filter((command) => command !== 'npm ci')).toEqual([
      `npx cascader-docs check --shard \${{ matrix.shard }}/3 --out docs-check`,
      'npx cascader-docs check --merge docs-check/*',
    ]);
  });

  it('run, and write one comment whose text can do nothing', async () => {
    host.comments = [{ id: 1, body: '<!-- cascader-docs report -->', user: { login: 'stranger' } }];
    const { yaml } = await written({ ci: 'github', shards: 2 });
    const values: Record<string, string> = { 'steps.pages.outputs.base_path': '/kit', 'matrix.shard': '1' };
    const fill = (text: string): string => text.replace(/\$\{\{ (.*?) \}\}/g, (_, name) => values[name] ?? name);
    const folder = await folderWith(HOSTILE);
    for (const { steps } of Object.values<Job>(yaml('.github/workflows/docs.yml').jobs))
      for (const { run: script } of steps)
        if (script) expect(await runInShell(fill(script), folder, {})).toMatch(/^np[mx] /);
    const { steps }: Job = yaml('.github/workflows/docs-comment.yml').jobs.comment;
    const script = steps.at(-1)?.run ?? '';
    const env = {
      ...{ GITHUB_API_URL: api, GITHUB_REPOSITORY: 'acme/kit', GITHUB_TOKEN: 'token' },
      GITHUB_EVENT_PATH: 'event.json',
    };
    await runInShell(script, folder, env);
    await runInShell(script, await folderWith('**✔ Nothing needs attention**\n'), env);
    expect(host.comments.map(({ id }) => id)).toEqual([1, 5]);
    expect(host.comments[1]?.body).toContain('✔ Nothing needs attention');
    await runInShell(script, folder, env);
    expectText(host.comments[1]?.body ?? '');
    expect(host.requests.find((request) => request.includes('/pulls?'))).toBe(
      'GET /repos/acme/kit/pulls?state=open&head=fork%3Ax%26state%3Dclosed%22%3B%20exit%201 Bearer token',
    );
    // Nothing is written without a report, for another commit, or for a link to another file.
    const before = host.comments[1]?.body;
    await runInShell(script, await folderWith(undefined), env);
    await runInShell(script, await folderWith('x', { workflow_run: { ...EVENT.workflow_run, head_sha: 'old' } }), env);
    const linked = await folderWith(undefined);
    fs.mkdirSync(path.join(linked, 'docs-report'));
    fs.symlinkSync('/proc/self/environ', path.join(linked, 'docs-report/report.md'));
    await runInShell(script, linked, env);
    expect(host.comments[1]?.body).toBe(before);
  });
});

describe('the pipeline of GitLab', () => {
  it('publishes the default branch, and compares merge requests with their base', async () => {
    const { yaml, tree } = await written({ ci: 'gitlab', shards: 2 });
    expect(tree['.gitlab-ci.yml']).toBe('include:\n  - local: .gitlab/docs.yml\n');
    const pipeline = yaml('.gitlab/docs.yml');
    const folder = await createFolder({});
    const env = {
      CI_PAGES_URL: 'https://acme.gitlab.io/kit',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: 'abc',
      CI_NODE_INDEX: '1',
    };
    const printed: Record<string, string> = {};
    for (const [name, { script }] of Object.entries<{ script?: string[] }>(pipeline))
      if (script && name !== 'docs-comment')
        printed[name] = await runInShell(script.join('\n'), folder, {
          ...env,
          CI_NODE_TOTAL: '2',
          CI_PROJECT_DIR: '.',
        });
    expect(printed).toEqual({
      docs: 'npx cascader-docs build --strict\n',
      pages: 'npx cascader-docs build --strict --base /kit/\n',
      'docs-check': expect.stringMatching(/npx cascader-docs check --shard 1\/2 --out docs-check\/1\n$/),
      'docs-checked': 'npx cascader-docs check --merge docs-check/*\n',
      'docs-report': expect.stringMatching(/npx cascader-docs report --against abc --out \.\/docs-report\n$/),
    });
    expect(await runInShell(pipeline['.docs'].before_script.join('\n'), folder, env)).toBe('npm ci\n');
    for (const name of ['docs', 'docs-report', 'docs-check', 'docs-checked'])
      expect(pipeline[name].rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }]);
    expect(pipeline.pages.rules).toEqual([{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }]);
  });

  it('writes one comment if it has a token, without the files of the merge request', async () => {
    host.comments = [];
    const { yaml, tree, notes } = await written({ ci: 'gitlab' }, { ...FILES, '.gitlab-ci.yml': 'stages: [build]\n' });
    expect(tree['.gitlab-ci.yml']).toBe('stages: [build]\n');
    expect(notes).toContain('Add to .gitlab-ci.yml: `include: [{ local: .gitlab/docs.yml }]`.');
    const job = yaml('.gitlab/docs.yml')['docs-comment'];
    expect(job).toMatchObject({ needs: ['docs-report'], variables: { GIT_STRATEGY: 'none' } });
    expect(job.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $DOCS_COMMENT_TOKEN' }]);
    const env = {
      ...{ CI_API_V4_URL: api, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '4', DOCS_COMMENT_TOKEN: 'token' },
      CI_PIPELINE_URL: 'https://gitlab.example/p/1',
    };
    const folder = await folderWith(HOSTILE);
    await runInShell(job.script.join('\n'), folder, env);
    await runInShell(job.script.join('\n'), folder, env);
    expect(host.comments).toHaveLength(1);
    expectText(host.comments[0]?.body ?? '');
    expect(host.requests.at(-1)).toBe('PUT /projects/3/merge_requests/4/notes/5 token');
  });
});
