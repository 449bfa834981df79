import { expect, it } from 'vitest';
import {
  type ApiData,
  compareFirstViews,
  diffApiData,
  findOverBudget,
  withDefaults,
} from '../../../../src/node/tools/report/compare-sites.ts';
import type { MeasuredPage } from '../../../../src/node/tools/report/measure-pages.ts';

const pages = (sizes: Record<string, [MeasuredPage['type'], number]>): Map<string, MeasuredPage> =>
  new Map(Object.entries(sizes).map(([route, [type, size]]) => [route, { type, size }]));
const size = (brotli: number) => ({ gzip: brotli, brotli });

it('compares the largest page of each type', () => {
  const before = pages({ '/': ['home', 100], '/a': ['demo', 500], '/b': ['demo', 400] });
  const after = pages({ '/': ['home', 100], '/a': ['demo', 300], '/b': ['demo', 400], '/c': ['text', 50] });
  expect(compareFirstViews(before, after)).toEqual([
    { type: 'home', route: '/', before: 100, after: 100 },
    { type: 'demo', route: '/b', before: 500, after: 400 },
    { type: 'text', route: '/c', after: 50 },
  ]);
});

it('finds sizes above their own budget, or that of all other exports', () => {
  const costs = new Map(
    [5001, 5000, 9000, 1].map((brotli, index) => [`Part${index}`, { alone: size(brotli), added: size(0) }]),
  );
  const budgets = { firstView: { demo: 10 }, imports: { '*': 5, Part2: 9.5 } };
  expect(findOverBudget(budgets, pages({ '/a': ['demo', 10_001], '/b': ['text', 20_000] }), costs)).toEqual([
    { of: 'first view', name: '/a', size: 10_001, budget: 10_000 },
    { of: 'import', name: 'Part0', size: 5001, budget: 5000 },
  ]);
});

it('compares what sites publish about a library, with the texts of types', () => {
  type Props = Record<string, [type: string, more?: object]>;
  const component = (id: string, props: Props) => ({
    ...{ id, name: id, kind: 'component', demos: [], description: '', source: { file: 'a.ts', line: 1 } },
    props: Object.entries(props).map(([name, [type, more]]) => ({
      name,
      type,
      required: false,
      origin: 'kit',
      ...more,
    })),
  });
  const before = [
    component('Button', {
      size: ['"s" | "m"'],
      tone: ['string | number', { default: '"a"' }],
      order: ['"a" | "b"'],
      call: ['() => void'],
      gone: ['string'],
      title: ['string', { origin: '@types/react' }],
    }),
    component('Card', { a: ['string'] }),
  ] as unknown as ApiData;
  const after = [
    component('Button', {
      size: ['"m" | "l" | "s"'],
      tone: ['string', { required: true }],
      order: ['"b" | "a"'],
      call: ['() => string', { deprecated: true }],
    }),
    component('Link', { to: ['string', { required: true }] }),
  ] as unknown as ApiData;
  const { facts, advice } = diffApiData(before, after, 'https://example.org/');
  expect(facts.map(({ name, change, isBreaking }) => `${name} ${change}${isBreaking ? ' breaking' : ''}`)).toEqual([
    'Button#call changed breaking',
    'Button#call deprecated',
    'Button#gone removed breaking',
    'Button#size widened',
    'Button#tone default',
    'Button#tone narrowed breaking',
    'Button#tone required breaking',
    'Card removed breaking',
    'Link added',
  ]);
  expect(advice).toBe('major');
  const equal = diffApiData(before, before, '');
  expect(equal).toMatchObject({ facts: [], advice: 'patch' });
  const onlyDefaults = withDefaults(equal, diffApiData(before, after, ''));
  expect(onlyDefaults).toMatchObject({ facts: [{ name: 'Button#tone', change: 'default' }], advice: 'minor' });
  expect(withDefaults(onlyDefaults, diffApiData(before, after, '')).facts).toHaveLength(1);
});
