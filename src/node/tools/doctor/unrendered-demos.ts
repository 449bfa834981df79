import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { PipelineResult } from '../../build/pipeline.ts';

/** Returns a note (CD523) for each demo that by design renders only in a browser. A build does not report these demos. */
export function reportUnrendered({ demoList }: PipelineResult): Diagnostic[] {
  return demoList
    .filter(({ rendering }) => rendering === 'browser')
    .map(({ title, id, file }) =>
      createDiagnostic('browser-only-demo', { demo: title ?? id }, { location: { file, line: 1, column: 1 } }),
    );
}
