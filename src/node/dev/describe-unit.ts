import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { describeFailure } from '../bundle/describe-failure.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { Site } from '../project/config/types.ts';

/**
 * What the bundler says is wrong.
 *
 * @param source the demo or page that was bundled; without one, it was what several ask for
 */
export function describeUnit(site: Site, failure: unknown, source?: UnitInput): Diagnostic[] {
  const pages = source && 'page' in source ? [source.page] : [];
  const demos = source && 'demo' in source ? [source.demo] : [];
  try {
    return describeFailure(site, pages, demos)(failure);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}
