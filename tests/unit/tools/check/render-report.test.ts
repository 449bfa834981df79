import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../../src/node/tools/check/render-report.ts';
import type { DemoReport, Finding } from '../../../../src/node/tools/check/types.ts';

const finding: Finding = { rule: 'axe/label', place: 'page', message: 'No <label>\nmore of it', target: 'p > input' };
const demo = (id: string, parts: Partial<DemoReport> = {}): DemoReport => ({
  id,
  file: `demos/${id}.tsx`,
  route: '/demo',
  ran: ['page', 'alone', 'export'],
  findings: [],
  accepted: [],
  screenshot: `screenshots/${id}.png`,
  ...parts,
});

describe('the report', () => {
  it('has a card for each demo, those with findings first', () => {
    const html = renderReport({
      title: 'Site',
      demos: [demo('good'), demo('bad', { findings: [finding] })],
      others: [],
    });
    expect([...html.matchAll(/<h2>(.*)<\/h2>/g)].map(([, text]) => text?.replace(/<.*?>/g, ''))).toEqual([
      '✖ bad',
      '✔ good',
    ]);
    expect(html).toContain('<img src="screenshots/good.png" alt="Screenshot of good">');
    expect(html).toContain('✖ 1 found in 1 of 2 demos');
  });

  it('escapes text', () => {
    const html = renderReport({
      title: '<b>',
      demos: [demo('bad', { title: '"x" & <i>', findings: [finding] })],
      others: [],
    });
    expect(html).toContain('No &lt;label&gt;');
    expect(html).toContain('p &gt; input');
    expect(html).not.toMatch(/<b>|<i>|<label>/);
  });

  it('shows accepted findings, with the reason', () => {
    const html = renderReport({
      title: 'Site',
      demos: [demo('a', { accepted: [{ ...finding, reason: 'Theirs.' }] })],
      others: [],
    });
    expect(html).toContain('Accepted: Theirs.');
    expect(html).toContain('✔ 1 demos, nothing found');
  });

  it('works without a screenshot, and shows findings that belong to no demo', () => {
    const html = renderReport({
      title: 'Site',
      demos: [demo('a', { screenshot: undefined })],
      others: [{ subject: '/page', findings: [{ ...finding, message: 'Said by the page' }], accepted: [] }],
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('Said by the page');
  });

  it('counts demos that were not run apart', () => {
    const html = renderReport({ title: 'Site', demos: [demo('a'), demo('b', { ran: [] })], others: [] });
    expect(html).toContain('✔ 1 demos, nothing found, 1 not run');
  });

  it('needs no script', () => {
    expect(renderReport({ title: 'Site', demos: [demo('a')], others: [] })).not.toContain('<script');
  });
});
