import { describe, expect, it } from 'vitest';
import { compareContracts as changesOf, joinChanges } from '../../../../src/node/tools/report/compare-contracts.ts';
import type { DemoContract, StateContract } from '../../../../src/node/tools/report/record-contract.ts';

const EMPTY: StateContract = {
  ...{ roles: [], elements: [], attributes: [], focus: [], reads: [], defines: [] },
  ...{ console: [], accessibility: [], steps: [] },
};

const contract = (parts: Partial<StateContract>, state = ''): DemoContract =>
  new Map([[state, { ...EMPTY, ...parts }]]);

const compareContracts = (...sides: Parameters<typeof changesOf>) => joinChanges(changesOf(...sides));

const compare = (before: Partial<StateContract>, after: Partial<StateContract>) =>
  compareContracts(new Map([['demo', contract(before)]]), new Map([['demo', contract(after)]]));

it('finds nothing in equal contracts, and in demos and states that only one side has', () => {
  expect(compare({ roles: ['button "A"'] }, { roles: ['button "A"'] })).toEqual([]);
  expect(compareContracts(new Map(), new Map([['new', contract({ roles: ['button "A"'] })]]))).toEqual([]);
  expect(
    compareContracts(
      new Map([['demo', contract({}, '')]]),
      new Map([['demo', contract({ roles: ['button "A"'] }, 'open')]]),
    ),
  ).toEqual([]);
});

it('finds what was added, what was removed, how often, and that only the order differs', () => {
  expect(
    compare(
      { elements: ['ul > li', 'p'], attributes: ['button[data-tone="soft"]'], focus: ['button "A"', 'button "B"'] },
      { elements: ['ul > li', 'ul > li'], attributes: [], focus: ['button "B"', 'button "A"'] },
    ),
  ).toEqual([
    { section: 'focus', change: 'order', text: '', where: ['demo'] },
    { section: 'attributes', change: 'removed', text: 'button[data-tone="soft"]', where: ['demo'] },
    { section: 'elements', change: 'number', text: 'ul > li', counts: [1, 2], where: ['demo'] },
    { section: 'elements', change: 'removed', text: 'p', where: ['demo'] },
  ]);
});

describe('the order of focus', () => {
  const changes = (before: Partial<StateContract>, after: Partial<StateContract>): string[] =>
    compare(before, after).map(({ section, change, text }) => `${section} ${change} ${text}`);

  it('is left out if it follows from roles or names', () => {
    expect(
      changes({ roles: ['button "A"'], focus: ['button "A"'] }, { roles: ['button "B"'], focus: ['button "B"'] }),
    ).toEqual(['roles added button "B"', 'roles removed button "A"']);
    expect(
      changes(
        { roles: ['button "A"'], focus: ['button "A"'] },
        { roles: ['button "A"', 'link "More"'], focus: ['button "A"', 'a "More"'] },
      ),
    ).toEqual(['roles added link "More"']);
  });

  it('is compared if an element stays, but is no longer reached, or now is', () => {
    expect(
      changes(
        { roles: ['button "A"', 'paragraph: Text'], focus: ['button "A"'] },
        { roles: ['button "A" [disabled]', 'paragraph: New'], focus: ['p "Text"'] },
      ),
    ).toEqual([
      ...['roles added button "A" [disabled]', 'roles added paragraph: New'],
      ...['roles removed button "A"', 'roles removed paragraph: Text'],
      ...['focus added p "Text"', 'focus removed button "A"'],
    ]);
  });
});

it('lists equal changes of several demos and states once', () => {
  const demos = (defines: string[]) =>
    new Map([
      ['one', new Map([...contract({ defines }), ...contract({ defines }, 'open')])],
      ['two', contract({ defines })],
    ]);
  expect(compareContracts(demos(['--a']), demos([]))).toEqual([
    { section: 'defines', change: 'removed', text: '--a', where: ['one', 'one · open', 'two'] },
  ]);
});
