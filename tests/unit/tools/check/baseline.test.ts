import { describe, expect, it } from 'vitest';
import { type BaselineEntry, createBaseline, parseBaseline } from '../../../../src/node/tools/check/baseline.ts';
import type { Finding } from '../../../../src/node/tools/check/types.ts';

const label: Finding = { rule: 'axe/label', place: 'page', message: 'Form elements must have labels', target: 'input' };
const log: Finding = { rule: 'console-error', place: 'page', message: 'Old name' };
const entry: BaselineEntry = { demo: 'docs-demo-a', rule: 'axe/label', target: 'input', reason: 'Its own input.' };

describe('a baseline', () => {
  it('accepts a finding with an entry, with its reason', () => {
    const { findings, accepted } = createBaseline([entry]).sort('docs-demo-a', [label, log]);
    expect(findings).toEqual([log]);
    expect(accepted).toEqual([{ ...label, reason: 'Its own input.' }]);
  });

  it.each([
    ['another demo', { ...entry, demo: 'docs-demo-b' }],
    ['another rule', { ...entry, rule: 'axe/color-contrast' }],
    ['another element', { ...entry, target: 'div > input' }],
    ['another message', { ...entry, message: 'Something else' }],
  ])('does not accept a finding with an entry for %s', (_name, other) => {
    expect(createBaseline([other]).sort('docs-demo-a', [label]).findings).toEqual([label]);
  });

  it('accepts a finding by its message if it has no element', () => {
    const known = { demo: 'docs-demo-a', rule: 'console-error', message: 'Old name', reason: 'Mended in 2.0.' };
    expect(createBaseline([known]).sort('docs-demo-a', [log]).findings).toEqual([]);
  });

  it('reports stale entries with their locations', () => {
    const entries = [entry, { ...entry, target: 'p > input' }];
    const baseline = createBaseline(entries, JSON.stringify(entries, null, 2));
    baseline.sort('docs-demo-a', [label]);
    const stale = baseline.stale(() => true);
    expect(stale).toHaveLength(1);
    expect(stale[0]).toMatchObject({ rule: 'stale-baseline', location: { file: 'check-baseline.json', line: 8 } });
    expect(stale[0]?.message).toContain('p > input');
  });

  it('ignores entries for demos that were not checked', () => {
    expect(createBaseline([entry]).stale((demo) => demo !== 'docs-demo-a')).toEqual([]);
  });
});

describe('the file of a baseline', () => {
  it('is a list of entries', () => {
    expect(parseBaseline(JSON.stringify([entry]))).toEqual({ entries: [entry], diagnostics: [] });
  });

  it.each([
    ['{', 'is not valid JSON'],
    ['{}', 'is not a list'],
    [JSON.stringify([null]), 'entry 1 has no `demo`'],
    [JSON.stringify([{ ...entry, rule: undefined }]), 'entry 1 has no `rule`'],
    [JSON.stringify([{ ...entry, target: undefined }]), 'neither `target` nor `message`'],
    [JSON.stringify([entry, { ...entry, reason: undefined }]), 'entry 2 has no `reason`'],
    [JSON.stringify([{ ...entry, reason: ' ' }]), 'entry 1 has no `reason`'],
  ])('cannot be %s', (source, message) => {
    const [diagnostic, ...others] = parseBaseline(source).diagnostics;
    expect(diagnostic?.text).toContain(message);
    expect(others).toEqual([]);
  });

  it('is reported with the location of an error', () => {
    const source = JSON.stringify([entry, { ...entry, reason: '' }], null, 2);
    expect(parseBaseline(source).diagnostics[0]?.location).toMatchObject({ file: 'check-baseline.json', line: 8 });
  });
});
