import { withTabs } from '../../content/tabs.ts';
import { unknownComponents } from '../../render/render-failure.ts';
import { type Bundles, findProblemsOfOthers } from '../compose/bundles.ts';
import { composeDocuments } from '../compose/documents.ts';
import { isError, type Job } from '../run.ts';
import type { CompileStage } from './compile.ts';
import type { LoadStage } from './load.ts';

/** Waits for the bundler and the type check. Fails if any stage so far has reported an error. */
export async function bundleStage(job: Job, stages: LoadStage & CompileStage): Promise<{ bundles: Bundles }> {
  const { run } = job;
  const bundles = await run.attempt(stages.bundling);
  run.note(bundles?.diagnostics ?? []);
  const failed = new Set(run.found.filter(isError).map(({ location }) => location?.file));
  // The compiler would mostly report the same errors as the bundler.
  run.note(((await stages.checkingTypes) ?? []).filter(({ location }) => !failed.has(location?.file)));
  // A run that tolerates errors continues. A page cannot be rendered without its demos.
  const { tolerates, omitDemos } = job.options;
  if (!tolerates && omitDemos !== 'all' && run.found.some(isError)) await noteRenderErrors(job, stages, bundles);
  run.settle();
  return bundles ? { bundles } : run.fail();
}

/**
 * Records the errors that pages would have when they are rendered, so that they are reported together with errors of
 * earlier stages. If bundling failed in part, this covers only unknown components and demos that throw.
 */
async function noteRenderErrors(
  { site, options, run, loader }: Job,
  { loaded, compiled, live, search, runsCode, allPages }: LoadStage & CompileStage,
  bundles: Bundles | undefined,
): Promise<void> {
  // If a theme cannot be bundled, its errors are already known from the bundles.
  const renderer = bundles?.renderer ?? (await loader.load([], allPages).catch(() => undefined));
  const failed = new Set(run.found.filter(isError).map(({ location }) => location?.file));
  if (!bundles) run.note(await findProblemsOfOthers(site, live, { failed, signal: options.signal }));
  if (!renderer) return;
  run.note(unknownComponents(compiled.values(), renderer.server.builtinNames));
  if (!bundles) return;
  const running = new Set(live.map(({ page }) => page));
  // Text-only pages are rendered elsewhere, and no longer have content.
  const pages = loaded.pages.filter((page) =>
    withTabs(page).every((part) => running.has(part) && !failed.has(part.sourcePath)),
  );
  const known = new Map([...compiled].map(([sourcePath, page]) => [sourcePath, { ...page, components: [] }]));
  const { diagnostics: _noted, ...made } = bundles;
  const parts = { ...made, site, loaded, compiled: known, api: undefined, search, runsCode, pages, pagesOnly: true };
  const documents = composeDocuments(parts);
  for (const print of documents.outputs.values()) print();
  run.note(await documents.check());
}
