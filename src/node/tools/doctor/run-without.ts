import { createBundleCache } from '../bundle/bundle-cache.ts';
import { noCache } from '../cache/cache.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { type PipelineResult, runPipeline, type Stage } from '../pipeline.ts';
import { addFailing, type FailingParts } from './failing-parts.ts';
import type { Findings } from './findings.ts';
import { isOfStandIn, standInPlugin } from './stand-ins.ts';

/** What is needed to leave out what fails. */
export interface RunInput {
  /** Pages by source path. */
  compiled: Map<string, CompiledPage>;
  findings: Findings;
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/**
 * Runs the pipeline without the parts that cannot be bundled or loaded, again and again, until the rest is rendered: so that
 * one error does not hide those behind it. What is found is added to the findings.
 *
 * @returns what was left out, and the site without it; no site where an error belongs to no part
 */
export async function runWithoutFailing(
  site: Site,
  { compiled, findings, onStage, signal }: RunInput,
): Promise<{ result?: PipelineResult; omitted: FailingParts }> {
  const cache = createBundleCache(site);
  const omitted: FailingParts = { demos: new Set(), pages: new Set(), files: new Set(), hasTheme: false };
  for (;;) {
    // What is bundled with stand-ins is no part of the site.
    const kept = omitted.files.size > 0 ? noCache : cache;
    const options = { omit: omitted.pages, omitDemos: omitted.demos, tolerates: true, cache: kept, onStage, signal };
    try {
      const result = await runPipeline(withoutParts(site, omitted), options);
      findings.add(result.diagnostics.filter((finding) => !isOfStandIn(finding)));
      for (const finding of result.diagnostics.filter(isOfStandIn))
        for (const id of finding.demos ?? []) omitted.demos.add(id);
      return { result, omitted };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      findings.add(error.diagnostics.filter((finding) => !isOfStandIn(finding)));
      if (!addFailing(omitted, error.diagnostics, { site, compiled })) return { omitted };
    }
  }
}

function withoutParts(site: Site, { files, hasTheme }: FailingParts): Site {
  const { config } = site;
  const plugins = files.size > 0 ? [standInPlugin(files, site.root)] : [];
  const esbuild = { ...config.esbuild, plugins: [...plugins, ...config.esbuild.plugins] };
  return { ...site, config: { ...config, esbuild, theme: hasTheme ? undefined : config.theme } };
}
