import { uniqueById } from '../../../shared/unique-by-id.ts';
import { allOrDiagnostics, type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { OnTime } from '../../base/meter.ts';
import { bundleDemoSources, bundleDemos, bundleReact, bundleSite, type DemoSources } from '../../bundle/bundle-site.ts';
import type { AllPages } from '../../bundle/pages-module.ts';
import type { SiteBundle } from '../../bundle/types.ts';
import type { PageTexts, SourcePage } from '../../content/types.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { allowsStyles } from '../../project/csp.ts';
import { type BuiltDemo, completeDemos, type DescribedDemo, describeDemos } from '../../render/demos/built-demo.ts';
import { compareDemos } from '../../render/demos/compare-demos.ts';
import { type PartTools, readDemoParts } from '../../render/demos/demo-parts.ts';
import { reportDemoProblems } from '../../render/demos/demo-problems.ts';
import { createDemoRenderer } from '../../render/demos/demo-renderer.ts';
import { styleFiles } from '../../render/demos/demo-styles.ts';
import { findDemoWarnings } from '../../render/demos/demo-warnings.ts';
import { renderChangedDemos } from '../../render/demos/prerender-demos.ts';
import { renderDemos } from '../../render/demos/render-demos.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import { findThemeWarnings } from '../../render/theme-warnings.ts';
import type { PageJob } from '../../render/types.ts';
import type { Cache } from '../../store/cache.ts';
import type { RendererLoader } from './renderer.ts';

export interface Bundles {
  bundle: SiteBundle;
  renderer: PageRenderer;
  /** Demos by id. */
  demos: Map<string, BuiltDemo>;
  demoSources: DemoSources;
  diagnostics: Diagnostic[];
}

export interface BundleOptions extends Pick<PartTools, 'readPlaygrounds'> {
  loader: RendererLoader;
  /** The list of all pages, for the theme and pages that import it. */
  allPages: AllPages;
  development?: boolean;
  /** See `PipelineOptions`. */
  comparesDemos?: boolean | undefined;
  cache: Cache;
  onDescribed?: (demos: DescribedDemo[]) => void;
  onTime?: OnTime;
  signal?: AbortSignal;
}

export interface EarlyBundles {
  renderer?: Promise<PageRenderer>;
  /** React for the frame of edited demos. */
  react?: Promise<string>;
}

/** Starts to bundle the renderer (if there are no interactive pages), and React for edited demos. */
export function bundleEarly(
  site: Site,
  running: SourcePage[],
  { loader, allPages, cache }: Pick<BundleOptions, 'loader' | 'allPages' | 'cache'>,
): EarlyBundles {
  const isStatic = running.every(({ format }) => format !== 'mdx');
  const early = {
    renderer: isStatic ? loader.load([], allPages) : undefined,
    react: running.length > 0 ? bundleReact(site, { cache }) : undefined,
  };
  // `bundleAll` awaits these promises later. Until then, a rejection must not count as unhandled.
  for (const task of Object.values(early)) task?.catch(() => undefined);
  return early;
}

/**
 * Returns the render errors of the other demos if some demos cannot be bundled. `failed` contains the files with
 * errors, relative to the root.
 */
export async function findProblemsOfOthers(
  site: Site,
  live: PageJob[],
  { failed, signal }: { failed: ReadonlySet<string | undefined>; signal: AbortSignal | undefined },
): Promise<Diagnostic[]> {
  const fileOf = ({ code, filePath, location }: EmbeddedDemo): string =>
    code ? location.file : relativePath(site.root, filePath);
  const others = demosOf(live).filter((demo) => !failed.has(fileOf(demo)));
  try {
    return reportDemoProblems(await renderDemos(site, others, signal), new Map());
  } catch (error) {
    // A file that several demos import may also have an error.
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
}

function demosOf(live: PageJob[]): EmbeddedDemo[] {
  return uniqueById(live.flatMap(({ compiled }) => compiled.demos));
}

/** Bundles demos and their packages first, so that a child process can render demos while the rest is bundled. */
export async function bundleAll(
  site: Site,
  live: PageJob[],
  early: EarlyBundles,
  {
    loader,
    allPages,
    texts,
    development,
    comparesDemos,
    cache,
    readPlaygrounds,
    onDescribed,
    onTime,
    signal,
  }: BundleOptions & { texts: PageTexts },
): Promise<Bundles> {
  const demos = demosOf(live);
  const demoRenderer = createDemoRenderer({ timeout: site.config.demoTimeout, signal });
  const readingParts = readDemoParts(site, demos, { cache, readPlaygrounds });
  readingParts.catch(() => undefined);
  // The demo process starts while the bundler is running.
  const bundlingDemos = bundleDemos(site, demos, {
    react: early.react,
    cache,
    development,
    onBundle: demoRenderer.start,
  });
  // Awaited again below, so that demo errors are reported together with all other errors.
  await bundlingDemos.catch(() => undefined);
  const [{ bundle, described, demoSources }, renderer, rendered] = await allOrDiagnostics([
    bundleSite(site, live, { development, cache, allPages }).then(async (bundle) => {
      const scripts = await bundlingDemos;
      const { byId: parts } = await readingParts;
      const described = scripts ? await describeDemos(site, demos, { scripts, bundle, parts, cache }) : [];
      onDescribed?.(described);
      return { bundle, described, demoSources: await bundleDemoSources({ site, demos: described, bundle, scripts }) };
    }),
    early.renderer ?? loader.load(live, allPages),
    bundlingDemos
      .then(async (scripts) => {
        const options = { root: site.root, setup: site.config.demo.setup, renderer: demoRenderer, signal };
        const rendered = await renderChangedDemos(scripts, demos, {
          ...options,
          cache,
          isKept: site.config.cache.rendered,
          onTime: (id, timing) => onTime?.({ kind: 'demo', name: id, worker: 'demos', ...timing }),
        });
        const whole = comparesDemos ? await bundleDemos(site, demos, { development, isWhole: true }) : null;
        if (whole) rendered.leaks.push(...(await compareDemos(whole, demos, { ...options, rendered })));
        return rendered;
      })
      .finally(demoRenderer.close),
  ]).catch(async (failure: unknown) => {
    throw withOthers(failure, (await readingParts.catch(() => undefined))?.diagnostics ?? []);
  });
  const built = completeDemos(described, { rendered, sourceUrl: (id) => demoSources.urls.get(id) });
  const parts = await readingParts;
  const ofPages = Array.from(bundle.modules, ([sourcePath, module]) => {
    return [sourcePath, { ...module, rendered: renderer.script.divided?.own.get(sourcePath) }] as const;
  });
  return {
    bundle: { ...bundle, modules: new Map(ofPages) },
    renderer,
    demos: built,
    demoSources: {
      ...demoSources,
      files: new Map([
        ...demoSources.files,
        ...parts.files,
        ...styleFiles(allowsStyles(site.config) ? built.values() : []),
      ]),
    },
    diagnostics: [
      ...parts.diagnostics,
      ...bundle.warnings,
      ...findThemeWarnings(site, renderer.server),
      ...reportDemoProblems(rendered, built),
      ...(await findDemoWarnings(site, built.values(), { pages: live, texts, inputs: bundle.inputs })),
    ],
  };
}

/** Adds the diagnostics of demo parts to those of the bundler. Both report missing exports, so duplicates are omitted. */
function withOthers(failure: unknown, others: Diagnostic[]): unknown {
  if (!(failure instanceof DiagnosticError)) return failure;
  const keyOf = ({ code, location }: Diagnostic): string => JSON.stringify([code, location]);
  const known = new Set(failure.diagnostics.map(keyOf));
  return new DiagnosticError(
    [...failure.diagnostics, ...others.filter((one) => !known.has(keyOf(one)))],
    failure.exitCode,
  );
}
