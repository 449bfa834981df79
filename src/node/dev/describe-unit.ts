import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { describeFailure } from '../bundle/describe-failure.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { Site } from '../project/config/types.ts';

/** `source` is absent if the bundle is shared by several units. */
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
