import { expect, it } from 'vitest';
import { htmlReport, markdownReport } from '../../../../src/node/tools/report/render-report.ts';
import type { ReportResult } from '../../../../src/node/tools/report/types.ts';

const RESULT: ReportResult = {
  needsAttention: true,
  verdict: '✖ Needs attention: 2 changes in demos',
  against: '0123456789',
  contract: [],
  unstable: [],
  demos: { opened: 1, all: 2, added: [], removed: [] },
  pages: { added: [], removed: [], changed: [], lost: [] },
  imports: [],
  notComparable: [],
  diagnostics: [],
  folder: '/report',
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

it('shows names of the compared code as text', () => {
  const text = '</code><img src=x onerror=alert(1)>`[link](javascript:alert(1))';
  const result: ReportResult = {
    ...RESULT,
    contract: [{ section: 'roles', change: 'added', text, where: ['<b>'] }],
  };
  expect(markdownReport(result)).toContain(`- added \`\` ${text} \`\` in \`<b>\``);
  const html = htmlReport(result, '<i>Title</i>');
  expect(html).not.toMatch(/<img|<i>|<b>/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});
