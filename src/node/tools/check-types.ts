import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { Stage } from '../base/meter.ts';
import { runPipeline } from '../build/pipeline.ts';
import { loadSite } from '../build/site.ts';
import { runCodeFile } from '../bundle/data-files.ts';
import { load } from '../content/load.ts';
import { withTabs } from '../content/tabs.ts';
import { createCompiler, headingText, storyReader } from '../markdown/compile-site.ts';
import type { SiteOverrides } from '../project/config/types.ts';
import { checkSiteTypes } from '../types/check-site-types.ts';
import { type Coverage, coverage } from '../types/tables/coverage.ts';

/** Options of {@link checkTypes} and {@link apiCoverage}. */
export interface TypesOptions extends Omit<SiteOverrides, 'outDir'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Called when a stage starts. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

export interface CheckTypesOptions extends TypesOptions {
  /** Ids of demos: checks only the pages with these demos. Default: all pages. */
  demos?: readonly string[];
}

/**
 * Checks demos, and code blocks with `| check` in their fence, against the library's types. Returns the errors that were found.
 *
 * @throws DiagnosticError if the site cannot be read
 */
export async function checkTypes(options: CheckTypesOptions = {}): Promise<{ diagnostics: Diagnostic[] }> {
  const { root = process.cwd(), base, demos, onStage, signal } = options;
  const { site, diagnostics } = await loadSite(root, { base, signal });
  onStage?.('load');
  const { loaded, diagnostics: found } = await load(site, {
    includeDebug: true,
    headingText,
    storyReader,
    runPaths: (file) => runCodeFile(file, { site, method: 'paths' }),
  });
  if (found.some(({ severity }) => severity === 'error')) throw new DiagnosticError(found);
  onStage?.('compile');
  const all = loaded.pages.flatMap(withTabs);
  const compiled = await createCompiler({ site, ...loaded, includeDebug: true }).compileAll(all, signal);
  const errors = compiled.flatMap((page) => page.diagnostics).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  const wanted = demos ? compiled.filter((page) => page.demos.some(({ id }) => demos.includes(id))) : compiled;
  return { diagnostics: [...diagnostics, ...(await checkSiteTypes(site, wanted, signal))] };
}

/**
 * Returns, for the exports and properties of the library, which have a description and a demo.
 *
 * @throws the same errors as `build`
 */
export async function apiCoverage(options: TypesOptions = {}): Promise<Coverage> {
  const { root = process.cwd(), base, onStage, signal } = options;
  const { site } = await loadSite(root, { base, signal });
  const { types } = await runPipeline(site, { types: true, onStage, signal });
  if (!types) {
    throw failure(2, 'types-disabled', {});
  }
  return coverage(types.components, types.usage);
}
