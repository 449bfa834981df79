import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { box, createPublished, FACTS } from '../helpers/published-library.ts';

it('api history writes the changes of the last version of each minor, and reads only new versions later', async () => {
  const { api, history, publish, server, root } = await createPublished();
  server.publish({ name: 'box', version: '1.3.0-beta.1', files: box('') });
  const first = await api('history');
  expect(first.stderr).toBe('1 of 3: 1.0.0\n2 of 3: 1.1.1\n3 of 3: 1.2.0\n');
  expect(first.stdout).toBe('docs/api-history.json: 3 versions added. 3 versions, 2 changes\n');
  expect(first.code).toBe(0);
  const dependencies = { '@types/react': '18.3.1', shared: '1.2.0' };
  expect(history()).toEqual({
    format: 1,
    package: 'box',
    versions: ['1.0.0', '1.1.1', '1.2.0'].map((version) => ({ version, dependencies })),
    names: ['Box', 'Box#a', 'Box#size', 'BoxProps'],
    facts: FACTS,
  });
  const text = fs.readFileSync(path.join(root, 'docs/api-history.json'), 'utf8');
  expect(text.split('\n').filter((line) => line.includes('"change"'))).toHaveLength(2);

  const before = server.tarballs().length;
  expect((await api('history')).stdout).toBe('docs/api-history.json is up to date: 3 versions, 2 changes\n');
  expect(server.tarballs()).toHaveLength(before);

  publish('1.3.0', 'a?: string | number');
  await api('history');
  expect(history().facts).toEqual([...FACTS, { name: 'Box#b', version: '1.3.0', change: 'removed', from: '1' }]);
  // The newest version comes from the cache of npm.
  expect(server.tarballs().slice(before)).toEqual(['box@1.3.0']);
});

it('api diff lists the changes between two versions', async () => {
  const { api } = await createPublished();
  const { code, stdout } = await api('diff', '1.0', '1.2.0');
  expect(code).toBe(0);
  expect(stdout).toBe(`box 1.0.0 → box 1.2.0

Box
  ~ a has a wider type
      from string
      to string | number
  + b added: 1

2 changes, 0 breaking: a minor version.
`);
});
