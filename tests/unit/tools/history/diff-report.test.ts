import { expect, it } from 'vitest';
import { apiDiffReport } from '../../../../src/node/tools/history/diff-report.ts';

it('prints types with backticks as Markdown', () => {
  const fact = { name: 'Box#a', change: 'added' as const, to: '`px`', isBreaking: false };
  const diff = { older: 'box 1.0.0', newer: 'box 1.1.0', facts: [fact], advice: 'minor' as const, diagnostics: [] };
  expect(apiDiffReport(diff, 'markdown')).toContain('- `a` added: `` `px` ``\n');
});
