import { expect, it } from 'vitest';
import { compareFirstViews, findOverBudget } from '../../../../src/node/tools/report/compare-sites.ts';
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
