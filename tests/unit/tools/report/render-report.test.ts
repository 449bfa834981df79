import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { type ContractSection, SECTIONS } from '../../../../src/node/tools/report/compare-contracts.ts';
import { htmlReport, markdownReport } from '../../../../src/node/tools/report/render-report.ts';
import type { ReportResult } from '../../../../src/node/tools/report/types.ts';
import { EMPTY_REPORT } from '../../../helpers/empty-report.ts';

const SIZE = { gzip: 1, brotli: 1 };
const RESULT: ReportResult = {
  ...EMPTY_REPORT,
  needsAttention: true,
  verdict: '✖ Needs attention: 2 changes in demos',
};

const changes = (count: number): ReportResult['contract'] =>
  Array.from({ length: count }, (_, index) => ({
    section: 'defines',
    change: 'removed',
    text: `--name-${index}`,
    where: ['a', 'b', 'c', 'd', 'e'],
  }));

it('begins with the verdict, names three places, and folds what is long', () => {
  const text = markdownReport({ ...RESULT, contract: changes(8) });
  expect(text.split('\n')[0]).toBe('**✖ Needs attention: 2 changes in demos**');
  expect(text).toContain('- removed `--name-0` in `a`, `b`, `c` and 2 more\n');
  expect(text).toContain('<details><summary>2 more</summary>\n\n- removed `--name-6`');
});

it('fits into a comment, however much has changed', () => {
  const many = Array.from({ length: 400 }, (_, index) => ({
    route: `/${'long-'.repeat(40)}${index}`,
    size: [1, 2] as [number, number],
  }));
  const text = markdownReport({ ...RESULT, contract: changes(5000), pages: { ...RESULT.pages, changed: many } });
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain('4800 more in report.json');
});

it('shows at most 60 lines, however many sections have changes', () => {
  const many = Array.from({ length: 40 }, (_, index) => `name-${index}`);
  const of = (section: ContractSection): ReportResult['contract'] =>
    changes(40).map((change) => ({ ...change, section }));
  const full: ReportResult = {
    ...RESULT,
    api: {
      ...{ older: '1.0.0', newer: '2.0.0', advice: 'major', notes: [], diagnostics: [] },
      facts: many.map((name) => ({ name, change: 'removed', isBreaking: true })),
    },
    contract: (Object.keys(SECTIONS) as ContractSection[]).flatMap(of),
    unstable: changes(40),
    screenshots: many.map((demo) => ({ kind: 'changed', demo, state: '', width: 1, color: 'light', route: '/' })),
    demos: { opened: 1, all: 1, added: many, removed: many },
    pages: {
      ...{ added: many, removed: many, changed: [] },
      lost: many.map((text) => ({ severity: 'error', code: 'CD227', text })),
    },
    imports: many.map((name) => ({
      ...{ name, before: { alone: SIZE, added: SIZE }, after: { alone: SIZE, added: SIZE } },
    })),
    overBudget: many.map((name) => ({ of: 'import', name, size: 2, budget: 1 })),
    coverage: { described: [1, 2], shown: [1, 2], withoutDescription: many, withoutDemo: many },
    outdated: many.map((text) => ({ original: text, translation: text })),
    notComparable: many,
  };
  const unfolded = (result: ReportResult): string[] =>
    markdownReport(result)
      .replace(/(<\/summary>)[\s\S]*?<\/details>/g, '$1')
      .split('\n')
      .filter((line) => line !== '');
  const lines = unfolded(full);
  expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(20);
  expect(lines.length).toBeLessThanOrEqual(60);
  // Few sections have six lines each.
  expect(unfolded({ ...RESULT, notComparable: many })).toHaveLength(2 + 1 + 6 + 1);
});

describe('texts of the compared code', () => {
  const HOSTILE = [
    '</code><img src=x onerror=alert(1)>`[link](javascript:alert(1))',
    'a\n\n# Title\n\n```js\nalert(1)\n```',
    '@everyone #1 <!-- cascader-docs report --> | a | b |',
    '</details></summary>\u202etxt.exe\u0007',
    '** ✔ Nothing needs attention **',
  ];
  const change = (text: string): ReportResult['contract'][number] => ({
    ...{ section: 'roles', change: 'added', text, where: [text] },
  });
  const everywhere = (text: string): ReportResult => ({
    ...RESULT,
    against: text,
    contract: [change(text)],
    unstable: [change(text)],
    screenshots: [{ kind: 'changed', demo: text, state: text, width: 1, color: 'light', route: text }],
    demos: { opened: 1, all: 1, added: [text], removed: [text] },
    pages: {
      ...{ added: [text], removed: [text], changed: [{ route: text, size: [1, 2], words: [1, 2] }] },
      lost: [{ severity: 'error', code: 'CD227', text }],
    },
    imports: [
      { name: text, before: { alone: SIZE, added: SIZE }, after: { alone: SIZE, added: { gzip: 2, brotli: 2 } } },
    ],
    firstViews: [{ type: 'demo', route: text, before: 1, after: 2 }],
    overBudget: [{ of: 'import', name: text, size: 2, budget: 1 }],
    coverage: { described: [1, 2], shown: [1, 2], withoutDescription: [text], withoutDemo: [text] },
    outdated: [{ original: text, translation: text }],
    notComparable: [text],
  });

  it.each(HOSTILE)('are code in the comment: %j', (text) => {
    const nodes = nodesIn(markdownReport(everywhere(text)));
    const kinds = new Set(nodes.map(({ type }) => type));
    expect([...kinds].sort()).toEqual([
      'heading',
      'inlineCode',
      'list',
      'listItem',
      'paragraph',
      'root',
      'strong',
      'text',
    ]);
    const code = new Set(nodes.flatMap(({ type, value = '' }) => (type === 'inlineCode' ? [value] : [])));
    const plain = text.replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim();
    expect(code).toEqual(new Set([plain, `${plain} · ${plain}`]));
    expect(nodes.filter(({ type, value = '' }) => type === 'text' && value.includes(plain))).toEqual([]);
  });

  it.each(HOSTILE)('are text in the page: %j', (text) => {
    const html = htmlReport(everywhere(text), text);
    const [main = ''] = html.split('<script');
    expect(main.replaceAll('\n', '')).not.toMatch(/<img|<!-- cascader-docs report|\p{C}/u);
    expect(main).not.toContain('</details></summary>');
  });
});

it('has a line for the screenshots of each state', () => {
  const entry = { demo: 'a', state: '', width: 390, color: 'light', route: '/' } as const;
  const change = { pixels: 7, box: { x: 0, y: 0, width: 1, height: 1 }, worst: 1, isSlight: true };
  const screenshots: ReportResult['screenshots'] = [
    { ...entry, kind: 'changed', change },
    { ...entry, kind: 'changed', color: 'dark', change: { ...change, pixels: 9 } },
    { ...entry, kind: 'removed', state: 'open' },
    { ...entry, kind: 'unstable', demo: 'b' },
    { ...entry, kind: 'unchanged', width: 1280 },
  ];
  const text = markdownReport({ ...RESULT, screenshots });
  expect(text).toContain(
    '- changed `a`: 2 of 3 screenshots, up to 9 pixels, hardly visible\n- removed `a · open`: 1 of 1',
  );
  expect(text).toContain('## Differs each time\n\n- unstable `b`: 1 of 1 screenshots');
});

it('lists sizes above their budgets before the first views', () => {
  const text = markdownReport({
    ...RESULT,
    overBudget: [{ of: 'import', name: 'Button', size: 5200, budget: 5000 }],
    firstViews: [{ type: 'demo', route: '/a', before: 90_000, after: 91_000 }],
  });
  expect(text).toContain(
    '## Sizes\n\n- over budget: import of `Button`, 5.2 kB of 5.0 kB\n- largest first view of pages with demos: `/a`, 90.0 kB → 91.0 kB',
  );
});

it('lists what is no longer documented, and translations that become outdated', () => {
  const text = markdownReport({
    ...RESULT,
    coverage: { described: [90, 80.5], shown: [50, 50], withoutDescription: ['Button.size'], withoutDemo: ['Card'] },
    outdated: [{ original: 'docs/a.md', translation: 'docs/a.de.md' }],
  });
  expect(text).toContain('- 90 % → 80.5 % described, 50 % shown in a demo\n- without a description: `Button.size`\n');
  expect(text).toContain('## Translations that become outdated\n\n- `docs/a.de.md` of `docs/a.md`');
});

interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
}

function nodesIn(markdown: string): MarkdownNode[] {
  const all = (node: MarkdownNode): MarkdownNode[] => [node, ...(node.children ?? []).flatMap(all)];
  return all(unified().use(remarkParse).use(remarkGfm).parse(markdown) as MarkdownNode);
}
