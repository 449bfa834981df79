import { describe, expect, it } from 'vitest';
import { namesOf, propsTypesOf } from '../../../../src/node/types/history/api-names.ts';
import { checkFacts, findShapeProblem } from '../../../../src/node/types/history/check-history.ts';
import { indexHistory } from '../../../../src/node/types/history/index-history.ts';
import { createLibraryHistory } from '../../../../src/node/types/history/library-history.ts';
import type { ApiComponent, ApiKind, ApiProp } from '../../../../src/shared/api.ts';
import type { ApiFact, ApiHistory } from '../../../../src/shared/api-history.ts';

const prop = (name: string, more: Partial<ApiProp> = {}): ApiProp => ({
  name,
  description: '',
  type: 'string',
  required: false,
  origin: 'kit',
  isEvent: false,
  isSlot: false,
  ...more,
});
const exported = (
  id: string,
  kind: ApiKind,
  props: ApiProp[] = [],
  more: Partial<ApiComponent> = {},
): ApiComponent => ({
  id,
  name: id.split('.').at(-1) ?? id,
  description: '',
  kind,
  source: { file: 'src/index.tsx', line: 1 },
  props,
  ...more,
});
const fact = (name: string, version: string, change: ApiFact['change'], more: Partial<ApiFact> = {}): ApiFact => ({
  name,
  version,
  change,
  ...more,
});
const historyWith = (facts: ApiFact[], names: string[] = ['Card', 'Card#title']): ApiHistory => ({
  format: 1,
  package: 'kit',
  versions: [
    { version: '1.0.0' },
    { version: '1.1.0', untyped: true },
    { version: '1.2.0' },
    { version: '1.3.0' },
    { version: '2.0.0' },
  ],
  names,
  facts,
});

describe('names', () => {
  const components = [
    exported(
      'Card',
      'component',
      [prop('title'), prop('id', { origin: '@types/react' }), prop('hidden', { private: true })],
      {
        handle: [prop('focus')],
      },
    ),
    exported('Card.Part', 'component', [prop('open')]),
    exported('CardProps', 'type', [prop('title')]),
    exported('CardPartProps', 'type', [prop('open')]),
    exported('OtherProps', 'type', [prop('size', { children: [prop('width')] })]),
    exported('Size', 'enum', [prop('Small')]),
    exported('count', 'function', [prop('from')]),
    exported('LIMIT', 'constant'),
  ];

  it('are exports and their own rows', () => {
    expect([...namesOf(components)]).toEqual([
      ...['Card', 'Card#title', 'Card#hidden', 'Card#ref.focus', 'Card.Part', 'Card.Part#open'],
      ...['CardProps', 'CardPartProps', 'OtherProps', 'OtherProps#size', 'Size', 'Size#Small', 'count', 'LIMIT'],
    ]);
  });

  it('of a props type are those of its component', () => {
    expect([...propsTypesOf(components)]).toEqual([
      ['CardProps', 'Card'],
      ['CardPartProps', 'Card.Part'],
    ]);
  });
});

describe('the replay of a history', () => {
  it('starts again when a name is added again', () => {
    const { pastOf, isInNewest } = indexHistory(
      historyWith([
        fact('Card#size', '1.2.0', 'added', { to: 'number' }),
        fact('Card#size', '1.2.0', 'deprecated'),
        fact('Card#size', '1.3.0', 'removed', { from: 'number' }),
        fact('Card#size', '2.0.0', 'added', { to: 'string' }),
      ]),
    );
    expect(isInNewest('Card#size')).toBe(true);
    expect(pastOf('Card#size')).toMatchObject({
      additions: [
        { version: '1.2.0', before: '1.0.0' },
        { version: '2.0.0', before: '1.3.0' },
      ],
      changes: [],
      type: 'string',
    });
    expect(pastOf('Card#size')?.deprecated).toBeUndefined();
  });

  it('knows the last type of a removed name, and that a declared name is not new', () => {
    const { pastOf, isInNewest } = indexHistory(
      historyWith([
        fact('Card#onClick', '1.3.0', 'declared', { to: '() => void' }),
        fact('Card#title', '1.2.0', 'changed', { from: 'string', to: 'number' }),
        fact('Card#title', '2.0.0', 'removed'),
      ]),
    );
    expect(pastOf('Card#title')).toMatchObject({ type: 'number', removed: { version: '2.0.0' } });
    expect(isInNewest('Card#title')).toBe(false);
    expect(pastOf('Card#onClick')?.additions).toEqual([{ version: '1.3.0' }]);
    expect(pastOf('Card#none')).toBeUndefined();
    const again = [fact('Card#title', '1.2.0', 'deprecated'), fact('Card#title', '1.3.0', 'declared')];
    expect(checkFacts(historyWith(again)).problems).toEqual([]);
    expect(indexHistory(historyWith(again)).pastOf('Card#title')?.deprecated?.version).toBe('1.2.0');
  });
});

it('knows that a name which is a DOM attribute now has left the list', () => {
  const facts = [fact('Card#title', '1.2.0', 'deprecated'), fact('Card#title', '1.3.0', 'inherited')];
  const again = [...facts, fact('Card#title', '2.0.0', 'changed'), fact('Card#title', '2.0.0', 'declared')];
  expect(checkFacts(historyWith(again)).problems).toEqual([]);
  expect(indexHistory(historyWith(facts)).isInNewest('Card#title')).toBe(false);
  expect(indexHistory(historyWith(again)).isInNewest('Card#title')).toBe(true);
  expect(indexHistory(historyWith(again)).pastOf('Card#title')).toMatchObject({ deprecated: undefined });
  // The next version lacks the attribute, too. It was not declared by the library any more, so this is not its change.
  const next = createLibraryHistory(historyWith(facts), [exported('Card', 'component', [prop('size')])]);
  expect(next.next().removed).not.toContain('Card#title');
  const redeclared = createLibraryHistory(historyWith(facts), [exported('Card', 'component', [prop('title')])]);
  expect(redeclared.next().added).not.toContain('Card#title');
});

describe('the history of a library', () => {
  const card = exported('Card', 'component', [
    prop('title'),
    prop('id', { origin: '@types/react' }),
    prop('search', { children: [prop('limit'), prop('filter')] }),
    prop('fresh'),
  ]);
  const history = createLibraryHistory(
    historyWith(
      [
        fact('Card#id', '1.3.0', 'removed', { from: 'string' }),
        fact('Card#search', '1.3.0', 'widened', { members: { added: ['filter'] } }),
        fact('Card#title', '1.2.0', 'default', { to: '"x"' }),
        fact('Card#title', '1.3.0', 'required'),
        fact('Card#title', '2.0.0', 'deprecated'),
      ],
      ['Card', 'Card#gone', 'Card#id', 'Card#search', 'Card#title'],
    ),
    [card, exported('Other', 'component', [prop('title')], { package: 'other' })],
  );

  it('has the changes of a row, newest first, with gaps of unknown versions', () => {
    expect(history.of(card, 'title')).toEqual({
      deprecatedSince: '2.0.0',
      changedIn: '1.3.0',
      events: [
        { kind: 'required', version: '1.3' },
        // Nothing is known about 1.1.0.
        { kind: 'default', version: '1.2', before: '1.0' },
      ],
    });
  });

  it('has the versions of members', () => {
    expect(history.of(card, 'search.filter')).toEqual({ since: '1.3.0', events: [] });
    expect(history.of(card, 'search.limit')).toEqual({ events: [] });
  });

  it('has nothing about DOM attributes, unknown rows and other packages', () => {
    expect(history.of(card, 'id')).toBeUndefined();
    expect(history.of(card, 'data-any')).toBeUndefined();
    expect(history.of(exported('Other', 'component', [], { package: 'other' }))).toBeUndefined();
  });

  it('knows what is new and removed in the working tree', () => {
    expect(history.of(card, 'fresh')).toEqual({ since: 'next', events: [] });
    // A removed property that is still a DOM attribute can be used.
    expect(history.removedFrom(card)).toEqual([{ path: 'gone', version: 'next', events: [] }]);
  });
});

describe('a file', () => {
  it.each<[string, (history: ApiHistory) => unknown, (string | number)[]]>([
    ['no object', () => [], []],
    ['another format', (history) => ({ ...history, format: 2 }), ['format']],
    ['no names', (history) => ({ ...history, names: [1] }), ['names']],
    ['a wrong version', (history) => ({ ...history, versions: [{ version: '1.2' }] }), ['versions', 0]],
    [
      'versions in a wrong order',
      (history) => ({ ...history, versions: history.versions.toReversed() }),
      ['versions', 1],
    ],
    [
      'a repeated version',
      ({ versions, ...rest }) => ({ ...rest, versions: [versions[0], versions[0]] }),
      ['versions', 1],
    ],
    ['an unknown change', (history) => ({ ...history, facts: [fact('A', '1.2.0', 'new' as 'added')] }), ['facts', 0]],
    [
      'wrong members',
      (history) => ({ ...history, facts: [fact('A', '1.2.0', 'changed', { members: { added: [1 as never] } })] }),
      ['facts', 0],
    ],
  ])('is refused with %s', (_, change, path) => {
    expect(findShapeProblem(change(historyWith([])))?.path).toEqual(path);
  });

  it('is read with unknown keys', () => {
    expect(findShapeProblem({ ...historyWith([]), later: true })).toBeUndefined();
  });

  it('loses only the facts that contradict others', () => {
    const facts = [
      fact('Card#none', '1.3.0', 'removed'),
      fact('Card#size', '1.1.0', 'added'),
      fact('Card#size', '1.2.0', 'added'),
      fact('Card#size', '1.3.0', 'added'),
      fact('Card#size', '1.4.0', 'removed'),
      fact('Card#title', '1.0.0', 'required'),
    ];
    const checked = checkFacts(historyWith(facts));
    expect(checked.facts).toEqual([facts[2]]);
    expect(checked.problems.map(({ path: [, index], reason }) => [index, reason])).toEqual([
      [0, '`Card#none` changes in 1.3.0 (removed), but 1.2.0 does not have it'],
      [1, '`Card#size` has a change in 1.1.0, of which nothing is known'],
      [3, '`Card#size` is added in 1.3.0, but 1.2.0 has it'],
      [4, '`Card#size` has a change in 1.4.0, which `versions` does not list'],
      [5, '`Card#title` has a change in 1.0.0, before which nothing is known'],
    ]);
  });
});
