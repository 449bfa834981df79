import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticError } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../../../src/node/base/diagnostics/print.ts';
import {
  readSandboxes,
  readSandboxList,
  SANDBOX_LIST,
  writeSandboxList,
} from '../../../../src/node/render/demos/sandbox-list.ts';
import { createFolder, readTree } from '../../output/folders.ts';

const entry = (id: string) => ({ id, url: `https://codesandbox.io/s/${id}`, hash: 'h' });

describe('sandboxes of the site', () => {
  it('are empty without a list', async () => {
    const { sandboxes, diagnostics } = await readSandboxes(await createFolder());
    expect(Object.keys(sandboxes)).toEqual([]);
    expect(diagnostics).toEqual([]);
  });

  it('have id and address, and no inherited keys', async () => {
    const folder = await createFolder({ [SANDBOX_LIST]: `\uFEFF${JSON.stringify({ a: entry('one') })}` });
    const { sandboxes, diagnostics } = await readSandboxes(folder);
    expect({ ...sandboxes }).toEqual({ a: { id: 'one', url: 'https://codesandbox.io/s/one' } });
    expect(diagnostics).toEqual([]);
    expect(sandboxes.constructor).toBeUndefined();
  });

  it('exclude addresses outside of CodeSandbox, with a warning for each', async () => {
    const urls = [
      'http://codesandbox.io/s/a',
      'javascript:alert(1)',
      'https://codesandbox.io.evil.example/s/a',
      'https://codesandbox.io@evil.example/s/a',
      'https://evil.example/https://codesandbox.io/',
      '//codesandbox.io/s/a',
      'https://codesandbox.io:444/s/a',
      'HTTPS://EVIL.example',
      '',
    ];
    const entries = Object.fromEntries(urls.map((url, index) => [`demo${index}`, { id: 'a', url }]));
    const folder = await createFolder({ [SANDBOX_LIST]: JSON.stringify({ ...entries, good: entry('g') }, null, 2) });
    const { sandboxes, diagnostics } = await readSandboxes(folder);
    expect(Object.keys(sandboxes)).toEqual(['good']);
    expect(diagnostics.map(({ severity, location }) => [severity, location?.line, location?.column])).toEqual(
      urls.map((_, index) => ['warning', 4 + index * 4, 12]),
    );
    expect(diagnostics[0]?.location?.file).toBe('demos/sandboxes.json');
  });

  it('exclude invalid entries, with a warning for each', async () => {
    const text = '{\n  "a": null,\n  "b": [],\n  "c": {"url": "https://codesandbox.io/"},\n  "d": {"id": "x"}\n}\n';
    const { sandboxes, diagnostics } = await readSandboxes(await createFolder({ [SANDBOX_LIST]: text }));
    expect(Object.keys(sandboxes)).toEqual([]);
    expect(diagnostics.map(({ text, location }) => [location?.line, text.split(': ')[1]])).toEqual([
      [2, 'it is not an object'],
      [3, 'it is not an object'],
      [4, 'it has no `id`'],
      [5, 'it has no `url`'],
    ]);
  });

  it.each([
    ['{"a": {"id": "x",}}', '1:17', 'trailing commas'],
    ['{\n  "a": \n}', '3:1', 'Unexpected `}`'],
    ['{\n<<<<<<< HEAD\n}', '2:1', 'found `<<`'],
    ["{'a': 1}", '1:2', 'double quotes'],
    ['{\n  "文": {', '2:9', 'end of file'],
    ['', '1:1', 'end of file'],
    ['\n []', '2:2', 'it is not an object'],
    ['"text"', '1:1', 'it is not an object'],
  ])('cause an error with the location if the list is invalid: %j', async (text, place, words) => {
    const { diagnostics } = await readSandboxes(await createFolder({ [SANDBOX_LIST]: text }));
    expect(diagnostics).toHaveLength(1);
    const printed = formatDiagnostic(diagnostics[0] ?? expect.unreachable());
    expect(printed).toMatch(new RegExp(`^demos/sandboxes.json:${place} - error CD701: `));
    expect(printed).toContain(words);
  });

  it('cause an error if the list cannot be read', async () => {
    const folder = await createFolder();
    await mkdir(join(folder, SANDBOX_LIST), { recursive: true });
    const { diagnostics } = await readSandboxes(folder);
    expect(diagnostics[0]?.text).toBe('demos/sandboxes.json cannot be read (EISDIR)');
  });
});

describe('writing the list', () => {
  it('sorts it by demo, whatever the order of the entries', async () => {
    const folder = await createFolder();
    const file = join(folder, SANDBOX_LIST);
    const entries: [string, unknown][] = [
      ['b', entry('two')],
      ['B', entry('three')],
      ['a', entry('one')],
    ];
    await writeSandboxList(file, folder, new Map(entries));
    const text = await readFile(file, 'utf8');
    await writeSandboxList(file, folder, new Map(entries.reverse()));
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(text).toMatchInlineSnapshot(`
      "{
        "B": {
          "id": "three",
          "url": "https://codesandbox.io/s/three",
          "hash": "h"
        },
        "a": {
          "id": "one",
          "url": "https://codesandbox.io/s/one",
          "hash": "h"
        },
        "b": {
          "id": "two",
          "url": "https://codesandbox.io/s/two",
          "hash": "h"
        }
      }
      "
    `);
    expect(await readdir(join(folder, 'demos'))).toEqual(['sandboxes.json']);
  });

  it('keeps existing entries, including invalid ones', async () => {
    const text = '{\n  "__proto__": {\n    "url": 1\n  },\n  "a": "mine"\n}\n';
    const folder = await createFolder({ [SANDBOX_LIST]: text });
    const file = join(folder, SANDBOX_LIST);
    const { entries } = await readSandboxList(file, folder);
    await writeSandboxList(file, folder, entries);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('keeps the old list if it cannot be written', async () => {
    const folder = await createFolder({ 'list.json/taken': '' });
    const error: DiagnosticError = await writeSandboxList(join(folder, 'list.json'), folder, new Map()).then(
      () => expect.unreachable(),
      (reason) => reason,
    );
    expect(error.exitCode).toBe(3);
    expect(error.diagnostics[0]?.text).toMatch(/^Cannot write list.json: .+/);
    expect(await readTree(folder)).toEqual({ 'list.json/taken': '' });
  });
});
