import { createBundleCache } from '../bundle/bundle-cache.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { DEAD_LINKS } from '../diagnostics/groups.ts';
import { relativePath } from '../files/paths.ts';
import { type PipelineResult, runPipeline, type Stage } from '../pipeline.ts';
import type { Findings } from './findings.ts';

/** What is needed to leave out what fails. */
export interface RunInput {
  /** Pages by source path. */
  compiled: Map<string, CompiledPage>;
  findings: Findings;
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/**
 * Runs the pipeline without the pages that have errors, again and again, until what is left can be built: so that one
 * error does not hide those behind it. What is found is added to the findings.
 *
 * @returns the pages that were left out, and the site without them; none where an error is of no page
 */
export async function runWithoutFailing(
  site: Site,
  { compiled, findings, onStage, signal }: RunInput,
): Promise<{ result?: PipelineResult; omitted: Set<string> }> {
  // Links are known; those to what is left out are not dead.
  const lenient: Site = { ...site, config: { ...site.config, deadLinks: 'warn' } };
  const cache = createBundleCache(site);
  const omitted = new Set<string>();
  for (;;) {
    const known = omitted.size;
    for (const file of pagesWith(findings.filesWithErrors(), compiled, site.root)) omitted.add(file);
    try {
      const result = await runPipeline(lenient, { omit: omitted, cache, onStage, signal });
      findings.add(result.diagnostics.filter(({ code }) => !DEAD_LINKS.has(code)));
      return { result, omitted };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      findings.add(error.diagnostics.filter(({ code }) => !DEAD_LINKS.has(code)));
      const more = pagesWith(findings.filesWithErrors(), compiled, site.root);
      if ([...more].every((file) => omitted.has(file)) && omitted.size === known) return { omitted };
    }
  }
}

/** Pages that have one of the files: as their own text, or as the entry of a demo. */
function pagesWith(files: Set<string>, compiled: Map<string, CompiledPage>, root: string): Set<string> {
  const isOf = ({ sourcePath, demos }: CompiledPage): boolean =>
    files.has(sourcePath) || demos.some(({ filePath }) => files.has(relativePath(root, filePath)));
  return new Set([...compiled.values()].filter(isOf).map(({ sourcePath }) => sourcePath));
}
