import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../../src/node/tools/check/check-record.ts';
import { renderCheck } from '../../../../src/node/tools/check/reporters/render-check.ts';
import type { DemoReport, Finding } from '../../../../src/node/tools/check/types.ts';

const failed: Finding = {
  rule: 'step',
  place: 'steps',
  message: 'Step 2 `Saves <now>`: nothing & no one\u0000',
  details: 'Expected: 100 %',
  location: { file: 'demos/a,b.steps.ts', line: 3, column: 7 },
};
const result: CheckResult = {
  demos: [
    {
      id: 'one',
      file: 'demos/one.tsx',
      route: '/page',
      ran: ['page', 'alone', 'export', 'steps'],
      findings: [failed, { rule: 'console-error', place: 'page', message: 'First\nsecond' }],
      accepted: [],
      steps: [
        { name: 'Opens', isRun: true },
        { name: 'Saves <now>', isRun: true, finding: failed },
        { name: 'Closes', isRun: false },
      ],
    },
  ],
  others: [{ subject: '/page', findings: [], accepted: [] }],
  notRun: 0,
  reused: 0,
  findings: 2,
  accepted: 0,
  fixed: 0,
  report: '/r/index.html',
  diagnostics: [],
};

describe('reports of a check for CI', () => {
  it('junit: a demo and each of its steps is a test case', () => {
    expect(renderCheck(result, 'junit')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="cascader-docs check" tests="5" failures="2" skipped="1">
        <testsuite name="/page" tests="5" failures="2" skipped="1">
          <testcase name="one" classname="/page" file="demos/one.tsx">
            <failure type="console-error" message="First">First
      second</failure>
          </testcase>
          <testcase name="one › Opens" classname="/page" file="demos/one.tsx"/>
          <testcase name="one › Saves &lt;now&gt;" classname="/page" file="demos/one.tsx">
            <failure type="step" message="Step 2 \`Saves &lt;now&gt;\`: nothing &amp; no one�">demos/a,b.steps.ts:3:7
      Step 2 \`Saves &lt;now&gt;\`: nothing &amp; no one�
      Expected: 100 %</failure>
          </testcase>
          <testcase name="one › Closes" classname="/page" file="demos/one.tsx"><skipped/></testcase>
          <testcase name="/page" classname="/page"/>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('junit: a step whose finding is accepted does not fail', () => {
    const [demo] = result.demos;
    const accepted = [{ ...failed, reason: 'Known' }];
    const xml = renderCheck({ ...result, demos: demo ? [{ ...demo, findings: [], accepted }] : [] }, 'junit');
    expect(xml).toContain('tests="5" failures="0" skipped="1"');
  });

  it('junit: a demo that was not run is skipped', () => {
    const [demo] = result.demos;
    const { steps: _steps, ...other } = { ...demo, id: 'two', ran: [], findings: [] } as DemoReport;
    expect(renderCheck({ ...result, demos: [other] }, 'junit')).toContain(
      '<testcase name="two" classname="/page" file="demos/one.tsx"><skipped/></testcase>',
    );
  });

  it('junit: a demo that was not run fails for its warnings', () => {
    const [demo] = result.demos;
    const { steps: _steps, ...other } = { ...demo, ran: [], findings: [failed] } as DemoReport;
    const xml = renderCheck({ ...result, demos: [other] }, 'junit');
    expect(xml).toContain('<failure type="step"');
    expect(xml).toContain('tests="2" failures="1" skipped="0"');
  });

  it('github: a command for each finding, at the step or at the demo', () => {
    expect(renderCheck({ ...result, demos: result.demos.slice(0, 1) }, 'github').split('\n')).toEqual([
      '::error file=demos/a%2Cb.steps.ts,line=3,col=7,title=one%3A step::Step 2 `Saves <now>`: nothing & no one\u0000%0AExpected: 100 %25',
      '::error file=demos/one.tsx,line=1,col=1,title=one%3A console-error::First%0Asecond',
      '',
    ]);
  });

  it('json: everything, and which steps passed', () => {
    const data = JSON.parse(renderCheck(result, 'json'));
    expect(data).toMatchObject({ findings: 2, demos: [{ id: 'one', findings: [failed, {}] }] });
    expect(data.demos[0].steps).toEqual([
      { name: 'Opens', isRun: true, passed: true },
      { name: 'Saves <now>', isRun: true, passed: false },
      { name: 'Closes', isRun: false, passed: false },
    ]);
  });
});
