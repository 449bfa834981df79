import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { unique } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { createReports } from '../../../src/node/dev/current-site.ts';

const diagnostic = (text: string, line = 1): Diagnostic => ({
  severity: 'error',
  code: 'CD300',
  text,
  location: { file: 'docs/a.md', line, column: 1 },
});

describe('createReports', () => {
  it('reports a problem once, and again if it was fixed in between', () => {
    const reported: string[][] = [];
    const reports = createReports((found) => reported.push(found.map(({ text }) => text)));
    reports.put('a.html', [diagnostic('one')]);
    reports.put('a.html', [diagnostic('one'), diagnostic('two')]);
    reports.put('a.html', [diagnostic('two')]);
    reports.put('a.html', [diagnostic('one'), diagnostic('two')]);
    reports.put('a.html', []);
    expect(reported).toEqual([['one'], ['two'], ['one']]);
    expect(reports.failing()).toEqual([]);
  });

  it('reports a problem of two subjects once, until it is fixed in both', () => {
    const reported: string[] = [];
    const reports = createReports((found) => reported.push(...found.map(({ text }) => text)));
    reports.put('a.html', [diagnostic('shared')]);
    reports.put('b.html', [diagnostic('shared')]);
    reports.put('a.html', []);
    reports.put('a.html', [diagnostic('shared')]);
    expect(reported).toEqual(['shared']);
    expect(reports.failing()).toEqual(['b.html', 'a.html']);
    reports.put('a.html', []);
    reports.put('b.html', []);
    reports.put('b.html', [diagnostic('shared')]);
    expect(reported).toEqual(['shared', 'shared']);
  });
});

describe('unique', () => {
  it('removes duplicates with the same location', () => {
    const found = unique([diagnostic('one'), diagnostic('one'), diagnostic('one', 2), diagnostic('two')]);
    expect(found.map(({ text, location }) => `${text} ${location?.line}`)).toEqual(['one 1', 'one 2', 'two 1']);
  });
});
