import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PipelineResult } from '../pipeline.ts';

/** Demos that need a browser by their nature, which a build does not mention: one note (CD523) each. */
export function tellUnrendered({ demoList }: PipelineResult): Diagnostic[] {
  return demoList
    .filter(({ rendering }) => rendering === 'browser')
    .map(({ title, id, file }) => ({
      severity: 'info' as const,
      code: 'CD523',
      text: `The demo "${title ?? id}" is seen with JavaScript only: what it renders needs a browser`,
      location: { file, line: 1, column: 1 },
    }));
}
