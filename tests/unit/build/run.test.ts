import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { createRun } from '../../../src/node/build/run.ts';

it('notes a diagnostic once, and an error without a location only if no stage has reported it with one', async () => {
  const missing: Diagnostic = { severity: 'error', code: 'CD814', text: 'The compiler is not installed' };
  const located: Diagnostic = { ...missing, location: { file: 'docs/a.md', line: 1, column: 1 } };
  const warning: Diagnostic = { ...missing, severity: 'warning', text: 'A warning' };
  const run = createRun({});
  run.note([located]);
  run.note([missing]);
  run.note([{ ...missing }, { ...located }, warning, warning, { ...missing, text: 'Another one' }]);
  expect(run.found).toEqual([located, warning, { ...missing, text: 'Another one' }]);
});
