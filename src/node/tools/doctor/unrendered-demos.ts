import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { PipelineResult } from '../../build/pipeline.ts';

/** Demos that need a browser by their nature, which a build does not mention: one note (CD523) each. */
export function tellUnrendered({ demoList }: PipelineResult): Diagnostic[] {
  return demoList
    .filter(({ rendering }) => rendering === 'browser')
    .map(({ title, id, file }) =>
      createDiagnostic('browser-only-demo', { demo: title ?? id }, { location: { file, line: 1, column: 1 } }),
    );
}
