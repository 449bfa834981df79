import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../../../src/node/base/diagnostics/codes.ts';
import { createDiagnostic, failure } from '../../../../src/node/base/diagnostics/create-diagnostic.ts';
import { diagnosticToJson } from '../../../../src/node/base/diagnostics/print.ts';

const location = { file: 'dist', line: 1, column: 1 };

it.each([
  ['Button is not defined', ['Import or declare `Button`.']],
  ['No value', ['If the demo throws only on the server, set `clientOnly: true` on it.']],
  [
    'window is not defined',
    [
      'Use browser objects only in effects and event handlers.',
      'If the demo throws only on the server, set `clientOnly: true` on it.',
    ],
  ],
])('the fix of a demo that throws "%s" fits the error', (reason, notes) => {
  const { notes: found } = createDiagnostic('demo-throws', { case: 'one', demo: 'a', reason, embedded: location });
  expect(found?.slice(1)).toEqual(notes);
});

describe('createDiagnostic', () => {
  it('renders the text of a diagnostic from its data', () => {
    expect(createDiagnostic('foreign-output-file', { folder: 'dist', names: ['a'] }, { location })).toEqual({
      severity: 'error',
      code: 'CD605',
      text: '`a` in dist was not written by this tool, but the site contains a file or folder with that name',
      location,
      notes: ['If the build may replace the existing file or folder, delete it.'],
    });
  });

  it('selects one of several texts by the case', () => {
    const { text } = createDiagnostic('output-not-replaceable', { case: 'unreadable-list', file: 'a' });
    expect(text).toContain('a');
  });

  it('has a default severity that the caller can override', () => {
    expect(createDiagnostic('write-failed', { file: 'a', reason: 'no', code: 'E' }, { severity: 'warning' })).toEqual({
      severity: 'warning',
      code: 'CD604',
      text: 'Cannot write a: no (E)',
    });
  });

  it('accepts only known names with their own data', () => {
    // @ts-expect-error: the name is unknown.
    expect(() => createDiagnostic('no-such-name', {})).toThrow();
    // @ts-expect-error: the folder is missing.
    createDiagnostic('foreign-output-file', { names: ['a'] });
    // @ts-expect-error: the case is unknown.
    expect(() => createDiagnostic('output-not-replaceable', { case: 'other' })).toThrow();
  });
});

it('creates an error with an exit code', () => {
  const error = failure(3, 'write-failed', { file: 'a', reason: 'no', code: 'E' });
  expect([error.exitCode, error.message, error.diagnostics.length]).toEqual([3, 'Cannot write a: no (E)', 1]);
});

it('prints the name of a diagnostic as JSON', () => {
  const diagnostic = createDiagnostic('foreign-output-file', { folder: 'a', names: ['b'] });
  const named = { code: 'CD605', name: 'foreign-output-file' };
  expect(JSON.parse(diagnosticToJson({ ...diagnostic, each: [diagnostic] }))).toMatchObject({
    ...named,
    each: [named],
  });
});

it('has a unique name in kebab-case for each code', () => {
  const names = Object.values(CODES).map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(names.length).toBe(new Set(names).size);
});

it('declares each code in exactly one file of the table', async () => {
  const folder = path.resolve(import.meta.dirname, '../../../../src/node/base/diagnostics/codes');
  const texts = (await fs.readdir(folder)).map((file) => fs.readFile(path.join(folder, file), 'utf8'));
  const codes = (await Promise.all(texts)).flatMap((text) => text.match(/^ {2}CD\d{3}(?=: )/gm) ?? []);
  expect(codes.map((code) => code.trim()).sort()).toEqual(Object.keys(CODES).sort());
});

describe('the message of a demo that throws', () => {
  const notesOf = (reason: string): string[] => {
    const location = { file: 'docs/index.md', line: 1, column: 1 };
    return createDiagnostic('demo-throws', { case: 'one', demo: 'a', reason, embedded: location }).notes ?? [];
  };
  const hint =
    'If the component needs a provider, render the provider in the `Wrapper` that the `demo.setup` module exports.';

  it.each([
    'useTabs must be used within TabsProvider',
    "Cannot read properties of undefined (reading 'primary')",
    "Cannot read properties of undefined (reading 'user')",
    'No theme',
  ])('names the setup: %s', (reason) => expect(notesOf(reason)).toContain(hint));

  it.each([
    "Cannot read properties of undefined (reading 'length')",
    "Cannot read properties of null (reading 'useState')",
    'No RuntimeProvider',
    'Boom',
  ])('does not name the setup for another reason: %s', (reason) => expect(notesOf(reason)).not.toContain(hint));
});
