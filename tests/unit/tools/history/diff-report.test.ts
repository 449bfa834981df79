import { expect, it } from 'vitest';
import { apiDiffReport } from '../../../../src/node/tools/history/diff-report.ts';

const DIFF = {
  ...{ older: 'box 1.0.0', newer: 'box 1.1.0', advice: 'minor' as const, diagnostics: [] },
  facts: [{ name: 'Box#a', change: 'added' as const, to: '`px`', isBreaking: false }],
};

it('prints types with backticks as Markdown', () => {
  expect(apiDiffReport(DIFF, 'markdown')).toContain('- `a` added: `` `px` ``\n');
});
