import { describe, expect, it } from 'vitest';
import { createAcceptance } from '../../../../src/node/tools/check/acceptance.ts';
import type { CheckedEverywhere } from '../../../../src/node/tools/check/check-demos.ts';
import type { Report } from '../../../../src/node/tools/check/report.ts';
import { reportDemo } from '../../../../src/node/tools/check/report-demo.ts';
import type { DemoReport, Finding } from '../../../../src/node/tools/check/types.ts';

const failed: Finding = { rule: 'step', place: 'steps', message: 'Step 1 `Opens`: no button' };
const checked: CheckedEverywhere = {
  demo: { id: 'one', file: 'one.tsx', route: '/', url: '/~demos/one', rendering: 'html' },
  ran: ['steps'],
  findings: [failed],
  steps: {
    findings: [failed],
    list: [
      { name: 'Opens', isRun: true, finding: failed },
      { name: 'Types', isRun: false },
      { name: 'Closes', isRun: false },
    ],
    unmarked: [],
  },
};

async function report(accepted: Finding[]): Promise<DemoReport> {
  return await reportDemo(checked, {
    report: { storeScreenshots: async (_id, findings) => findings } as Report,
    acceptance: createAcceptance({
      config: { accept: accepted.map(({ rule, message }) => ({ code: rule, match: message, reason: 'Known.' })) },
    }),
    warnings: { byDemo: new Map(), others: [] },
    markSteps: async () => 0,
  });
}

describe('steps that were not run', () => {
  it('are not reported beside the step that failed', async () => {
    expect((await report([])).findings).toEqual([failed]);
  });

  it('are a finding if the reason is accepted, and can be accepted too', async () => {
    const skipped: Finding = { rule: 'not-run', place: 'steps', message: '2 steps were not run: `Types`, `Closes`' };
    expect((await report([failed])).findings).toEqual([skipped]);
    expect(await report([failed, skipped])).toMatchObject({ findings: [], accepted: [{}, {}] });
  });
});
