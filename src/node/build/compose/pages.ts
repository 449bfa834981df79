import fs from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { outputPathErrors } from '../../base/output-paths.ts';
import { hasTwins } from '../../content/machine-outputs.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import { createWriter } from '../../output/write-tree.ts';
import type { Site } from '../../project/config/types.ts';
import { isChangeLog } from '../../project/feeds.ts';
import { wholePage } from '../../render/documents.ts';
import { markdownTwin, twinPath } from '../../render/markdown-twin.ts';
import { contentsOf, createPageOutputs, createPageSiteData } from '../../render/page-inputs.ts';
import { createPageList } from '../../render/page-list.ts';
import type { RenderFailure } from '../../render/render-failure.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { PageRenderer, ServerModule } from '../../render/server-module.ts';
import type { BuiltSite } from '../../render/types.ts';
import { composeContext } from '../pages/context.ts';
import { makePage } from '../pages/make-page.ts';
import { mayNeedTypesIn } from '../pages/may-need-types.ts';
import { openPageEntries } from '../pages/page-entries.ts';
import { startPages } from '../pages/page-work.ts';
import type { PipelineOptions } from '../pipeline-options.ts';

export type PageWork = Awaited<ReturnType<typeof startPageWork>>;

export type WrittenPages = NonNullable<Awaited<ReturnType<PageWork['make']>>>;

/** Returns an error if pages cannot be in one folder: one would overwrite the other, or a name is reserved. */
export function checkPageOutputs(site: Site, loaded: LoadedSite): Diagnostic[] {
  return outputPathErrors(loaded.pages.flatMap(createPageOutputs(site, loaded).all));
}

type PageWorkOptions = Pick<
  PipelineOptions,
  'into' | 'entries' | 'includeDebug' | 'onPages' | 'onTime' | 'verification'
>;

/** If there is a folder for them, they are also rendered and written. */
export async function startPageWork(site: Site, loaded: LoadedSite, options: PageWorkOptions, signal: AbortSignal) {
  const { into, includeDebug = false, onPages, onTime } = options;
  const { pages, texts } = loaded;
  const kinds = createPageKinds(site, options);
  const entries = openEntries(site, loaded, options);
  const work = await startPages(site, loaded, pages, {
    ...{ ...kinds, into, entries, includeDebug, signal, onPages, onTime },
  });
  let known: SiteContext | undefined;
  let failure: unknown;
  return {
    ...work,
    async prepare(context: SiteContext, renderer: PageRenderer): Promise<void> {
      known = context;
      if (!into) return;
      try {
        await work.prepare(context, renderer);
      } catch (error) {
        // A page has changed since it was found. The errors of other stages come first.
        failure = error;
      }
    },
    /** Returns undefined if there is no folder for them. */
    async make(built: BuiltSite) {
      if (!into) return undefined;
      if (failure !== undefined) throw failure;
      const placeIn = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
      const twins = new Map<SourcePage, string>();
      const { failed, ...here } = await work.make((page) => {
        const whole = wholePage(page, built.compiled);
        const contents = contentsOf(whole, built);
        if (kinds.hasFeed(page)) twins.set(page, markdownTwin(whole, { ...contents, ...placeIn(whole) }, texts));
        return { parts: whole.parts, contents };
      });
      const siteContext = known as SiteContext;
      return {
        ...here,
        ...writtenFiles({ files: here.files, twins, into }),
        /** Reasons why pages could not be reused. */
        reasons: entries?.made() ?? pages.map(({ routePath }) => ({ route: routePath, reasons: ['nothing is kept'] })),
        failures: [...failed].map(([page, cause]) =>
          describeFailedPage({ page, cause }, { loaded, built, context: siteContext, includeDebug }),
        ),
      };
    },
  };
}

function openEntries(
  site: Site,
  loaded: LoadedSite,
  options: Pick<PipelineOptions, 'into' | 'entries' | 'includeDebug' | 'verification'>,
) {
  const { into, entries, includeDebug = false, verification } = options;
  return into && entries && openPageEntries(site, loaded, { includeDebug, entries, verification });
}

function writtenFiles({
  files,
  twins,
  into,
}: {
  files: Map<string, number>;
  /** Contents of twins that are not an output. */
  twins: ReadonlyMap<SourcePage, string>;
  into: NonNullable<PipelineOptions['into']>;
}) {
  const { folder } = into;
  const write = createWriter();
  return {
    files,
    /** Writes another file of the site at once. */
    put(output: string, text: string): void {
      write(path.join(folder, output), text);
      files.set(output, Buffer.byteLength(text));
    },
    readTwin(page: SourcePage): string | undefined {
      const output = twinPath(page.routePath);
      return files.has(output) ? fs.readFileSync(path.join(folder, output), 'utf8') : twins.get(page);
    },
  };
}

function createPageKinds({ config }: Pick<Site, 'config'>, { into }: Pick<PipelineOptions, 'into'>) {
  /** The page may contain demos or its own code. It is compiled first, because the bundler waits for it. */
  const isFirst = (page: SourcePage): boolean => withTabs(page).some(({ look }) => look.mayRun);
  /** The feed is generated from the page's Markdown twin, which is not an output. */
  const hasFeed = ({ routePath }: SourcePage): boolean => !hasTwins(config) && isChangeLog(routePath, config);
  const isText = (page: SourcePage): boolean => !isFirst(page) && !hasFeed(page) && !mayNeedTypesIn(page);
  return {
    isFirst,
    hasFeed,
    isText,
    isPlain: (page: SourcePage): boolean => into !== undefined && isText(page),
  };
}

/** Only React's development build names the cause, so the failure can render the page again with it. */
function describeFailedPage(
  { page, cause }: { page: SourcePage; cause: Error },
  {
    loaded,
    built,
    context: siteContext,
    includeDebug,
  }: { loaded: LoadedSite; built: BuiltSite; context: SiteContext; includeDebug: boolean },
): RenderFailure {
  const { site } = built;
  const { pages, texts } = loaded;
  const whole = wholePage(page, built.compiled);
  const render = async (server: ServerModule): Promise<void> => {
    // The content of a text-only page is released once the page is written.
    const compiler = createCompiler({ site, pages, texts, includeDebug });
    const again = mayNeedTypesIn(page)
      ? whole
      : { page, parts: await Promise.all(withTabs(page).map(compiler.compile)) };
    const siteData = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation))(again);
    const context = composeContext(siteContext, { server, listPages: createPageList(site, pages), texts });
    makePage(again, { ...contentsOf(again, built), ...siteData }, context);
  };
  return { cause, whole, render };
}
