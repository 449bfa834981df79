import { describe, expect, it } from 'vitest';
import type { AcceptEntry } from '../../../../src/node/project/config/types.ts';
import { createAcceptance } from '../../../../src/node/tools/check/acceptance.ts';
import type { Finding } from '../../../../src/node/tools/check/types.ts';

const label: Finding = { rule: 'axe/label', place: 'page', message: 'Form elements must have labels', target: 'input' };
const log: Finding = { rule: 'console-error', place: 'page', message: 'findDOMNode is an old name' };
const entry: AcceptEntry = { demo: 'a', code: 'axe/label', target: 'input', reason: 'Its own input.' };

const accepting = (accept: AcceptEntry[], now?: string) =>
  createAcceptance(
    {
      config: { accept },
      configFile: 'site.config.ts',
      configSource: `export default {\n  accept: [\n${accept.map(() => "    { code: 'x' },\n").join('')}  ],\n};\n`,
    },
    now === undefined ? undefined : new Date(now),
  );

describe('the option accept', () => {
  it('accepts a finding with an entry, with its reason', () => {
    const { findings, accepted } = accepting([entry]).sort([label, log], 'a');
    expect(findings).toEqual([log]);
    expect(accepted).toEqual([{ ...label, reason: 'Its own input.' }]);
  });

  it.each([
    ['another demo', { ...entry, demo: 'b' }],
    ['another rule', { ...entry, code: 'axe/color-contrast' }],
    ['another element', { ...entry, target: 'div > input' }],
    ['another message', { ...entry, match: 'Something else' }],
  ])('does not accept a finding with an entry for %s', (_name, other) => {
    expect(accepting([other]).sort([label], 'a').findings).toEqual([label]);
  });

  it('accepts messages of other packages in every demo and page, by a part of them', () => {
    const acceptance = accepting([{ code: 'console-error', match: 'findDOMNode', reason: 'Theirs.' }]);
    expect(acceptance.sort([log], 'a').findings).toEqual([]);
    expect(acceptance.sort([log]).findings).toEqual([]);
  });

  it('reports unused entries with their locations', () => {
    const acceptance = accepting([entry, { ...entry, target: 'p > input' }]);
    acceptance.sort([label], 'a');
    expect(acceptance.unused(() => true)).toEqual([
      {
        rule: 'unused-acceptance',
        place: 'configuration',
        message: 'The entry of `accept` for axe/label (a, p > input) matches no finding. Remove it',
        location: { file: 'site.config.ts', line: 4, column: 5 },
      },
    ]);
    expect(accepting([entry]).unused((demo) => demo !== 'a')).toEqual([]);
  });

  it('accepts a finding until the end of a day, and then reports the entry', () => {
    const until: AcceptEntry = { ...entry, until: '2027-06-30' };
    const before = accepting([until], '2027-06-30T23:59:59Z');
    expect([before.sort([label], 'a').findings, before.expired]).toEqual([[], []]);
    const after = accepting([until], '2027-07-01T00:00:00Z');
    expect(after.sort([label], 'a').findings).toEqual([label]);
    expect(after.unused(() => true)).toEqual([]);
    expect(after.expired).toMatchObject([
      {
        rule: 'expired-acceptance',
        message: expect.stringContaining('expired on 2027-06-30'),
        location: { line: 3 },
      },
    ]);
  });
});
