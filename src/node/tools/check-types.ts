import { createCompiler, headingText } from './compile/compile-site.ts';
import type { SiteOverrides } from './config/types.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { checkSiteTypes } from './library-types/check-site-types.ts';
import { type Coverage, coverage } from './library-types/coverage.ts';
import { load } from './load/load.ts';
import { runPipeline, type Stage } from './pipeline.ts';
import { loadSite } from './site.ts';
import { withTabs } from './with-tabs.ts';

/** Options of {@link checkTypes} and {@link apiCoverage}. */
export interface TypesOptions extends Omit<SiteOverrides, 'outDir'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/**
 * Checks demos, and code blocks whose fence says `| check`, against the types of the library. What is wrong is returned;
 * throws a DiagnosticError when the site cannot be read.
 */
export async function checkTypes(options: TypesOptions = {}): Promise<{ diagnostics: Diagnostic[] }> {
  const { root = process.cwd(), base, onStage, signal } = options;
  const { site, diagnostics } = await loadSite(root, { base, signal });
  onStage?.('load');
  const { loaded, diagnostics: found } = await load(site, { includeDebug: true, headingText });
  if (found.some(({ severity }) => severity === 'error')) throw new DiagnosticError(found);
  onStage?.('compile');
  const all = loaded.pages.flatMap(withTabs);
  const compiled = await createCompiler({ site, pages: loaded.pages, includeDebug: true }).compileAll(all, signal);
  const errors = compiled.flatMap((page) => page.diagnostics).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  return { diagnostics: [...diagnostics, ...(await checkSiteTypes(site, compiled, signal))] };
}

/** Tells which exports and properties of the library have a description and a demo. Throws like `build`. */
export async function apiCoverage(options: TypesOptions = {}): Promise<Coverage> {
  const { root = process.cwd(), base, onStage, signal } = options;
  const { site } = await loadSite(root, { base, signal });
  const { types } = await runPipeline(site, { types: true, onStage, signal });
  if (!types) {
    const text = 'There are no types to look at: apiParser is off';
    throw new DiagnosticError([{ severity: 'error', code: 'CD807', text }], 2);
  }
  return coverage(types.components, types.usage);
}
