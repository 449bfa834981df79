import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { type BuiltSteps, readSteps } from '../demos/steps/read-steps.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import type { AssetStore } from './asset-store.ts';

/** `onInputs` receives absolute paths. Throws a DiagnosticError if steps have errors. */
export async function readPageSteps(
  site: Site,
  demos: EmbeddedDemo[],
  { assets, onInputs }: { assets: AssetStore; onInputs: (files: string[]) => void },
): Promise<ReadonlyMap<string, BuiltSteps>> {
  const { byId, files, inputs, diagnostics } = await readSteps(site, demos);
  onInputs(inputs);
  if (diagnostics.some(isError)) throw new DiagnosticError(diagnostics);
  // Each page has its own entry, because the store keeps few versions of an entry.
  if (files.size > 0) assets.put(`steps ${demos.map(({ id }) => id).join(' ')}`, files);
  return byId;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
