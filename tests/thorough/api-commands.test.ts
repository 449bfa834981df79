import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { box, createLibrary, createPublished, FACTS, REACT } from '../helpers/published-library.ts';
import { hang, respond } from '../helpers/registry.ts';

describe('api history', () => {
  it('works offline from the cache, and begins with a version', async () => {
    const { api, history, server, root } = await createPublished();
    await api('history', '--from', '1.1', '--all');
    expect(history().versions.map(({ version }) => version)).toEqual(['1.1.0', '1.1.1', '1.2.0']);
    fs.rmSync(path.join(root, 'docs/api-history.json'));
    server.setDown(true);
    expect((await api('history', '--from', '1.2', '--offline')).code).toBe(0);
    expect(history().versions.map(({ version }) => version)).toEqual(['1.2.0']);
  });

  it('warns if a new history has versions that are newer than the project', async () => {
    const { api, publish, root } = await createPublished();
    expect((await api('history')).stderr).not.toContain('CD858');
    publish('2.0.0', 'a?: string');
    expect((await api('history')).stderr).not.toContain('CD858');
    fs.rmSync(path.join(root, 'docs/api-history.json'));
    expect((await api('history')).stderr).toContain(
      'The history of box ends with version 2.0.0, but this project is version 1.2.0',
    );
  });

  it('keeps versions without types, and begins with the first that has them', async () => {
    const { api, history, publish, server } = await createLibrary();
    server.publish({ name: 'box', version: '0.9.0', files: { 'index.js': '' } });
    const none = await api('history');
    expect(none.stderr).toContain('CD852');
    publish('1.0.0', 'a?: 1');
    publish('1.1.0', '');
    await api('history');
    const { versions, names, facts } = history();
    expect(versions.map(({ version, untyped }) => [version, untyped])).toEqual([
      ['0.9.0', true],
      ['1.0.0', undefined],
      ['1.1.0', undefined],
    ]);
    expect(names).toContain('Box#a');
    expect(facts).toEqual([{ name: 'Box#a', version: '1.1.0', change: 'removed', from: '1' }]);
  });

  it('reads the types of DefinitelyTyped for versions that have none', async () => {
    const { api, history, publish, server } = await createLibrary();
    for (const [version, props] of [
      ['0.9.0', 'a?: 1; shared?: 2'],
      ['0.10.0', 'a?: 1; b?: 2'],
    ] as const) {
      server.publish({ name: 'box', version, files: { 'index.js': '' } });
      server.publish({ name: '@types/box', version, files: box(props), dependencies: { shared: '^1.0.0' } });
    }
    publish('1.0.0', 'a?: 1; c?: 3');
    expect((await api('history')).code).toBe(0);
    const { versions, facts } = history();
    expect(versions).toMatchObject([
      { version: '0.9.0', dependencies: { '@types/box': '0.9.0', shared: '1.2.0' } },
      { version: '0.10.0', dependencies: { '@types/box': '0.10.0', shared: '1.2.0' } },
      { version: '1.0.0', dependencies: { shared: '1.2.0' } },
    ]);
    expect(facts.map(({ name, version, change }) => `${version} ${name} ${change}`)).toEqual([
      '0.10.0 Box#b added',
      '1.0.0 Box#b removed',
      '1.0.0 Box#c added',
      '0.10.0 Box#shared removed',
    ]);
  });

  it('compares with the types that a version was read with, not with later ones', async () => {
    const { api, history, server } = await createLibrary();
    const publishTypes = (version: string, props: string): void =>
      server.publish({ name: '@types/box', version, files: box(props), dependencies: { shared: '^1.0.0' } });
    server.publish({ name: 'box', version: '1.0.0', files: { 'index.js': '' } });
    publishTypes('1.0.1', 'a?: 1');
    await api('history');
    publishTypes('1.0.2', 'a?: 1; late?: 2');
    server.publish({ name: 'box', version: '1.1.0', files: { 'index.js': '' } });
    publishTypes('1.1.0', 'a?: 1; b?: 2');
    await api('history');
    expect(history().facts.map(({ name, change }) => `${name} ${change}`)).toEqual(['Box#b added']);
  });

  it('keeps what it has read when a version cannot be read', async () => {
    const { api, history, server } = await createPublished();
    server.answer(/box\/-\/1\.2\.0\.tgz$/, respond(200, 'no tarball'));
    const { code, stderr } = await api('history');
    expect(code).toBe(1);
    expect(stderr).toContain('CD843');
    expect(stderr).toContain('box@1.2.0');
    expect(history().versions.map(({ version }) => version)).toEqual(['1.0.0', '1.1.1']);
    server.answer(/box\/-\/1\.2\.0\.tgz$/, undefined);
    expect((await api('history')).code).toBe(0);
    expect(history().facts).toEqual(FACTS);
  });

  it('keeps what it has read when it is stopped', async () => {
    const { history, startHistory, server } = await createPublished();
    server.answer(/box\/-\/1\.1\.1\.tgz$/, hang);
    const command = startHistory();
    await expect.poll(() => server.tarballs()).toContain('box@1.1.1');
    command.child.kill('SIGINT');
    expect(await command.ended).toBe(130);
    // The compiler ends when its channel is closed.
    await expect.poll(command.left).toEqual([]);
    expect(history().versions.map(({ version }) => version)).toEqual(['1.0.0']);
  });

  it('leaves the file as it is if the registry is down, or if the file is damaged', async () => {
    const { api, server, root } = await createPublished();
    await api('history');
    const file = path.join(root, 'docs/api-history.json');
    const text = fs.readFileSync(file, 'utf8');
    server.setDown(true);
    fs.rmSync(path.join(root, 'cache'), { recursive: true });
    const down = await api('history');
    expect(down.code).toBe(1);
    expect(down.stderr).toContain('CD840');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    server.setDown(false);
    fs.writeFileSync(file, text.replace('"facts"', '<<<<<<< HEAD\n"facts"'));
    const damaged = await api('history');
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toContain('CD846');
    expect(damaged.stderr).toContain('docs/api-history.json:');
  });

  it('begins with the versions of earlier names, which carry the name', async () => {
    const { api, history, publish, server, root } = await createLibrary();
    const old = (version: string, props: string): void =>
      server.publish({ name: 'rc-box', version, files: box(props), dependencies: { shared: '^1.0.0' } });
    old('2.9.0', 'a?: 1');
    old('3.0.0', 'a?: 1; b?: 1');
    publish('1.0.0', 'b?: 1');
    fs.writeFileSync(
      path.join(root, 'cascader-docs.config.js'),
      "export default { apiParser: { previousNames: ['rc-box'] } };",
    );
    await api('history');
    publish('1.1.0', 'b?: 1; c?: 1');
    // Its versions are in the file, so they are not read again.
    server.unpublish('rc-box');
    expect((await api('history')).stderr).toBe('1 of 1: 1.1.0\n');
    const { versions, facts } = history();
    expect(versions.map(({ version }) => version)).toEqual(['rc-box@2.9.0', 'rc-box@3.0.0', '1.0.0', '1.1.0']);
    expect(facts.map(({ name, version, change }) => [name, version, change])).toEqual([
      ['Box#a', '1.0.0', 'removed'],
      ['Box#b', 'rc-box@3.0.0', 'added'],
      ['Box#c', '1.1.0', 'added'],
    ]);
    expect((await api('history', '--offline')).stdout).toContain('is up to date: 4 versions, 3 changes');
  });

  it('describes one package of several, and says so', async () => {
    const { api, history, root } = await createPublished();
    for (const name of ['box', 'other']) {
      fs.mkdirSync(path.join(root, name, 'src'), { recursive: true });
      fs.writeFileSync(path.join(root, name, 'package.json'), JSON.stringify({ name }));
      fs.writeFileSync(path.join(root, name, 'src/index.ts'), 'export {};');
    }
    fs.writeFileSync(
      path.join(root, 'cascader-docs.config.js'),
      "export default { library: [{ entry: './box' }, { entry: './other' }] };",
    );
    const { code, stderr } = await api('history');
    expect(code).toBe(0);
    expect(stderr).toContain('CD857');
    expect(stderr).toContain('The history describes only box. The site also documents other');
    expect(history().package).toBe('box');
    expect((await api('history', '--package', 'box')).stderr).not.toContain('CD857');
  });

  it('says why it cannot begin, or cannot write', async () => {
    const { api, root } = await createPublished();
    // Nothing can be written below a link to nowhere.
    fs.writeFileSync(
      path.join(root, 'cascader-docs.config.js'),
      "export default { apiParser: { history: 'linked/history.json' } };",
    );
    fs.symlinkSync(path.join(root, 'nowhere/inside'), path.join(root, 'linked'));
    const unwritable = await api('history');
    expect(unwritable.stderr).toContain('CD604');
    expect(unwritable.code).toBe(3);
    fs.rmSync(path.join(root, 'cascader-docs.config.js'));
    fs.writeFileSync(path.join(root, 'package.json'), '{}');
    const unnamed = await api('history');
    expect(unnamed.stderr).toContain('CD850');
    expect(unnamed.code).toBe(2);
  });
});

describe('api diff', () => {
  it('fails on breaking changes, and prints Markdown and JSON', async () => {
    const { api } = await createPublished();
    const breaking = await api('diff', '1.2.0', '1.0.0', '--fail-on', 'breaking', '--format', 'markdown');
    expect(breaking.code).toBe(1);
    expect(breaking.stdout).toBe(`# box 1.2.0 → box 1.0.0

2 changes, 2 breaking: a major version.

## \`Box\`

- **Breaking:** \`a\` has a narrower type (from \`string | number\`; to \`string\`)
- **Breaking:** \`b\` removed: \`1\`
`);
    expect((await api('diff', '1.0.0', '1.2.0', '--fail-on', 'breaking')).code).toBe(0);
    expect((await api('diff', '1.0.0', '1.2.0', '--fail-on', 'any')).code).toBe(1);
    const json = await api('diff', '1.2.0', 'latest', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ newer: 'box 1.2.0', facts: [], advice: 'patch' });
  });

  it('compares a version with the working tree and with a folder', async () => {
    const { api, root } = await createPublished();
    const write = (file: string, text: string): void => {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    };
    const source = (props: string) => `import type { ReactElement } from 'react';
      export interface BoxProps { size?: number; ${props} }
      export const Box = (props: BoxProps): ReactElement => ({ type: 'b', props, key: null });`;
    write('node_modules/@types/react/package.json', '{ "name": "@types/react", "version": "19.0.0" }');
    write('node_modules/@types/react/index.d.ts', REACT);
    write('src/index.tsx', source('a?: string | number; b?: 1; c?: true'));
    const next = await api('diff', '1.2.0');
    expect(next.stdout).toContain('box 1.2.0 → working tree\n\nBox\n  + c added: true\n');
    write('types/package.json', '{ "name": "box", "version": "1.2.0", "types": "index.d.ts" }');
    const inline = box('a?: string; size?: number')['index.d.ts'] ?? '';
    write('types/index.d.ts', inline.replace(/import type { Shared.*/, '').replace('extends Shared', ''));
    const folder = await api('diff', './types', '1.0.0', '--format', 'json');
    expect(JSON.parse(folder.stdout).facts).toEqual([]);
  });

  it('lists the notes about the versions after the older one', async () => {
    const { api, root } = await createPublished();
    await api('history', '--all');
    const notes = '## 1.1.0\n### Box\nOlder.\n## 1.2.0\n### Box.a\nIs rounded.\n## next\n### Box\nLater.\n';
    fs.writeFileSync(path.join(root, 'docs/_api-notes.md'), notes);
    const { stdout, stderr, code } = await api('diff', '1.1.0', '1.2.0', '--format', 'json');
    expect([stderr, code]).toEqual(['', 0]);
    expect(JSON.parse(stdout).notes).toEqual([{ name: 'Box#a', version: '1.2.0', text: 'Is rounded.' }]);
    expect((await api('diff', '1.1.0', '1.2.0')).stdout).toContain('\n  i a in 1.2.0: Is rounded.\n');
    expect((await api('diff', '1.2.0', '1.2.0', '--fail-on', 'any')).code).toBe(0);
  });

  it('says what cannot be compared', async () => {
    const { api, server } = await createPublished();
    server.publish({ name: 'box', version: '0.9.0', files: { 'index.js': '' } });
    const cases: [string[], string, number][] = [
      [['0.9.0', '1.0.0'], 'CD853', 1],
      [['7.0.0', '1.0.0'], 'CD842', 1],
      [['other@1.0.0', '1.0.0'], 'CD842', 1],
      [['./nowhere', '1.0.0'], 'CD855', 2],
      [['1.0.0', 'file:../x'], 'CD851', 2],
    ];
    for (const [args, expected, exitCode] of cases) {
      const { code, stderr } = await api('diff', ...args);
      expect(stderr).toContain(expected);
      expect(code).toBe(exitCode);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });

  it('warns about imports that cannot be found', async () => {
    const { api, server } = await createLibrary();
    const files = { 'index.d.ts': "export type { Other } from 'other';\nexport type A = 1;\n" };
    for (const version of ['1.0.0', '1.1.0']) server.publish({ name: 'box', version, files });
    const { code, stderr } = await api('diff', '1.0.0', '1.1.0');
    expect(code).toBe(0);
    expect(stderr).toContain('CD854');
    expect(stderr).toContain('box 1.0.0 import modules that cannot be found: other');
  });
});
