import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { TextParts } from '../base/text-parts.ts';
import type { NavigationLookup } from '../content/navigation-lookup.ts';
import type { SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import type { CompiledPage } from '../markdown/types.ts';
import { withinTime } from '../project/within-time.ts';
import { extraDocuments } from './extra-documents.ts';
import { hostFiles } from './host-files.ts';
import { machineFiles } from './machine-files.ts';
import { markdownTwin } from './markdown-twin.ts';
import { pageDocuments } from './page-documents.ts';
import { contentsOf, createPageSiteData } from './page-inputs.ts';
import { redirectPages } from './redirect-pages.ts';
import { describeFailures, inWords, type RenderFailure, unknownComponents } from './render-failure.ts';
import type { RenderContext } from './render-page.ts';
import type { PageRenderer } from './server-module.ts';
import type { BuiltSite, PageInputs, WholePage } from './types.ts';

export interface DocumentOptions {
  lookup: NavigationLookup;
  renderer: PageRenderer;
  context: RenderContext;
  /** Pages to include in `outputs`. */
  pages: SourcePage[];
  /** Pages that another process could not render, to report together with all other failures. */
  failures?: RenderFailure[];
  /** Renders only pages, without twins and without documents that list pages. Default false. */
  pagesOnly?: boolean;
  /** Returns the Markdown twin of a page that was rendered elsewhere. */
  readTwin?: (page: SourcePage) => string | undefined;
}

/** Number of pages that a document may list within the time limit of a page. A longer list gets more time. */
const LISTED = 5000;

export interface Documents {
  /** By output path. Each is rendered when it is requested. */
  outputs: Map<string, () => string | TextParts>;
  /** Returns the errors of the documents that were rendered so far. A document that failed is empty. */
  check(): Promise<Diagnostic[]>;
}

/** Throws a DiagnosticError if a page uses a component that the theme does not have. */
export function createDocuments(built: BuiltSite, options: DocumentOptions): Documents {
  const { site, loaded, compiled } = built;
  const { context, lookup, renderer, readTwin } = options;
  const unknown = unknownComponents(compiled.values(), renderer.server.builtinNames);
  if (unknown.length > 0) throw new DiagnosticError(unknown);
  const failures = [...(options.failures ?? [])];
  // A failure does not stop the other documents. `check` reports all failures.
  const guarded =
    <Text extends string | TextParts>(
      of: Pick<RenderFailure, 'whole' | 'output'>,
      render: (context: RenderContext) => Text,
    ) =>
    (): Text | '' => {
      const times = of.whole ? 1 : Math.max(1, loaded.pages.length / LISTED);
      try {
        return withinTime(site.config.pageTimeout * times, () => render(context));
      } catch (cause) {
        failures.push({ cause, ...of, render: async (server) => render({ ...context, server }) });
        return '';
      }
    };
  const siteDataOf = createPageSiteData(site, loaded, lookup);
  const outputs: Documents['outputs'] = new Map();
  const twins = new Map<string, () => string>();
  for (const page of options.pages) {
    const whole = wholePage(page, compiled);
    const siteData = siteDataOf(whole);
    let inputs: PageInputs | undefined;
    const inputsOf = (): PageInputs => (inputs ??= { ...contentsOf(whole, built), ...siteData });
    for (const { output, render } of pageDocuments(whole, site.config, siteData, inputsOf)) {
      const isTwin = output === siteData.twin?.path;
      if (!isTwin || !options.pagesOnly) outputs.set(output, guarded({ whole }, render));
    }
    twins.set(
      page.sourcePath,
      guarded({ whole }, () => markdownTwin(whole, inputsOf(), context.texts)),
    );
  }
  const check = async (): Promise<Diagnostic[]> =>
    describeFailures(await inWords(failures, renderer), renderer.script, site);
  if (options.pagesOnly) return { outputs, check };
  const extra = new Map(extraDocuments(built, context));
  for (const [output, render] of extra)
    outputs.set(
      output,
      guarded({ output }, (used) =>
        used === context ? render() : (new Map(extraDocuments(built, used)).get(output)?.() ?? ''),
      ),
    );
  const twinOf = (page: SourcePage): string => readTwin?.(page) ?? twins.get(page.sourcePath)?.() ?? '';
  for (const [output, render] of [
    ...redirectPages(loaded, site.config, extra.keys()),
    ...hostFiles(loaded, site.config),
  ])
    outputs.set(output, guarded({ output }, render));
  for (const [output, render] of machineFiles(loaded, { site, compiled, twinOf }))
    outputs.set(output, guarded({ output }, render));
  return { outputs, check };
}

export function wholePage(page: SourcePage, compiled: ReadonlyMap<string, CompiledPage>): WholePage {
  const files = withTabs(page);
  return { page, parts: files.map(({ sourcePath }) => compiled.get(sourcePath) as CompiledPage) };
}
