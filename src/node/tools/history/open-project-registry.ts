import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { openRegistry, type Registry } from './registry/open-registry.ts';
import { RegistryError, toRegistryDiagnostic } from './registry/registry-error.ts';

/**
 * Opens the registry that npm uses in the project of a site.
 *
 * @throws DiagnosticError if npm's settings cannot be used
 */
export async function openProjectRegistry(
  site: Site,
  options: { offline: boolean; signal?: AbortSignal | undefined },
): Promise<Registry> {
  try {
    return await openRegistry({ projectRoot: site.projectRoot, ...options });
  } catch (error) {
    throw asDiagnosticError(error);
  }
}

/** Returns failures of the registry as errors for the author, and any other error unchanged. */
export function asDiagnosticError(error: unknown): unknown {
  return error instanceof RegistryError ? new DiagnosticError([toRegistryDiagnostic(error)]) : error;
}
