import type { Bundles } from '../compose/bundles.ts';
import { isError } from '../run.ts';
import type { CompileStage } from './compile.ts';
import type { Job } from './job.ts';

/** Waits for the bundler and the type check. Fails if there has been an error in any stage so far. */
export async function bundleStage(
  { run }: Job,
  { bundling, checkingTypes }: Pick<CompileStage, 'bundling' | 'checkingTypes'>,
): Promise<{ bundles: Bundles }> {
  const bundles = await run.attempt(bundling);
  run.note(bundles?.diagnostics ?? []);
  const failed = new Set(run.found.filter(isError).map(({ location }) => location?.file));
  // The compiler would mostly repeat the bundler's errors.
  run.note(((await checkingTypes) ?? []).filter(({ location }) => !failed.has(location?.file)));
  run.settle();
  return bundles ? { bundles } : run.fail();
}
