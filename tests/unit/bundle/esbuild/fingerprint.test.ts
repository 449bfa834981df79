import type { Metafile, OutputFile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../../src/node/bundle/esbuild/fingerprint.ts';

const file = (path: string, text: string): OutputFile => ({ path, text, contents: Buffer.from(text), hash: '' });
const graph = (edges: Record<string, string[]>): Metafile => ({
  inputs: {},
  outputs: Object.fromEntries(
    Object.entries(edges).map(([name, targets]) => [
      `out/${name}`,
      {
        imports: targets.map((target) => ({ path: `out/${target}`, kind: 'import-statement' as const })),
        bytes: 0,
        inputs: {},
        exports: [],
      },
    ]),
  ),
});
const run = (texts: Record<string, string>, edges: Record<string, string[]>) =>
  fingerprint(
    Object.entries(texts).map(([name, text]) => file(`/site/out/${name}`, text)),
    graph(edges),
    '/site',
    '/site/out',
  );
const textOf = (result: ReturnType<typeof run>, name: string): string =>
  Buffer.from(result.files.get(result.names.get(name) ?? '') ?? '').toString();

describe('fingerprint', () => {
  it('derives file names from content, and updates references', () => {
    const result = run(
      { 'a-AAAAAAAA.js': 'import "./b-BBBBBBBB.js"', 'b-BBBBBBBB.js': 'b()' },
      { 'a-AAAAAAAA.js': ['b-BBBBBBBB.js'], 'b-BBBBBBBB.js': [] },
    );
    expect(result.names.get('b-BBBBBBBB.js')).toMatch(/^b-[0-9a-f]{10}\.js$/);
    expect(textOf(result, 'a-AAAAAAAA.js')).toBe(`import "./${result.names.get('b-BBBBBBBB.js')}"`);
  });

  it('derives the same names whatever the bundler called the files', () => {
    const one = run(
      { 'a-AAAAAAAA.js': 'import "./b-BBBBBBBB.js"', 'b-BBBBBBBB.js': 'b()' },
      { 'a-AAAAAAAA.js': ['b-BBBBBBBB.js'], 'b-BBBBBBBB.js': [] },
    );
    const two = run(
      { 'a-CCCCCCCC.js': 'import "./b-DDDDDDDD.js"', 'b-DDDDDDDD.js': 'b()' },
      { 'a-CCCCCCCC.js': ['b-DDDDDDDD.js'], 'b-DDDDDDDD.js': [] },
    );
    expect([...two.files]).toEqual([...one.files]);
  });

  it('changes the name of a file when a file that it imports changes', () => {
    const edges = { 'a-AAAAAAAA.js': ['b-BBBBBBBB.js'], 'b-BBBBBBBB.js': [] };
    const one = run({ 'a-AAAAAAAA.js': 'import "./b-BBBBBBBB.js"', 'b-BBBBBBBB.js': 'b()' }, edges);
    const two = run({ 'a-AAAAAAAA.js': 'import "./b-BBBBBBBB.js"', 'b-BBBBBBBB.js': 'c()' }, edges);
    expect(two.names.get('a-AAAAAAAA.js')).not.toBe(one.names.get('a-AAAAAAAA.js'));
  });

  it('derives names from the whole cycle if files import each other', () => {
    const edges = { 'a-AAAAAAAA.js': ['b-BBBBBBBB.js'], 'b-BBBBBBBB.js': ['a-AAAAAAAA.js'] };
    const one = run(
      { 'a-AAAAAAAA.js': 'import "./b-BBBBBBBB.js"', 'b-BBBBBBBB.js': 'import("./a-AAAAAAAA.js")' },
      edges,
    );
    expect(textOf(one, 'a-AAAAAAAA.js')).toBe(`import "./${one.names.get('b-BBBBBBBB.js')}"`);
    expect(textOf(one, 'b-BBBBBBBB.js')).toBe(`import("./${one.names.get('a-AAAAAAAA.js')}")`);
    const two = run(
      { 'a-AAAAAAAA.js': 'import "./b-BBBBBBBB.js"', 'b-BBBBBBBB.js': 'x,import("./a-AAAAAAAA.js")' },
      edges,
    );
    expect(two.names.get('a-AAAAAAAA.js')).not.toBe(one.names.get('a-AAAAAAAA.js'));
  });

  it('does not change binary files', () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const result = fingerprint(
      [{ path: '/site/out/x-AAAAAAAA.png', contents: bytes }],
      graph({ 'x-AAAAAAAA.png': [] }),
      '/site',
      '/site/out',
    );
    expect([...result.files.values()][0]).toEqual(bytes);
  });
});
