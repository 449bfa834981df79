import fs from 'node:fs/promises';
import { hasTypeScript } from './api/check-site.ts';
import { createTypesCache } from './api/types-cache.ts';
import { createBundleCache } from './bundle/bundle-cache.ts';
import { noCache } from './cache/cache.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { type BuildStats, createMeter } from './meter.ts';
import { type PipelineResult, runPipeline, type Stage } from './pipeline.ts';
import { readPublished } from './published.ts';
import { loadSite, type SiteOverrides } from './site.ts';
import { checkOutDir } from './write/check-out-dir.ts';
import { type PreparedSite, writeSite } from './write/write-site.ts';
import type { FileContent } from './write/write-tree.ts';

/** Options of {@link build}. */
export interface BuildOptions extends SiteOverrides {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /**
   * Treat every warning as an error: nothing is written. In a project with a `tsconfig.json` demos are checked against the
   * types too. Default false.
   */
  strict?: boolean;
  /** Replace the files of the output folder one by one instead of swapping folders. Default false. */
  inPlace?: boolean;
  /** Use React's development build in the browser. Default false. */
  development?: boolean;
  /**
   * Number of threads that make pages. Default: as many as there are processors, 8 at the most, for a site of many pages; one
   * for any other. What is made is the same.
   */
  threads?: number;
  /** Tell where time and memory go, other processes among them. Default false. */
  stats?: boolean;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  /** Keep bundles and types between builds, in `node_modules/.cache`. Default true. */
  cache?: boolean;
  /**
   * What was published before: the output folder of a build or its manifest, a `sitemap.xml`, or a text with an address in each
   * line; a path from the site's folder, or an http address. An address or anchor of it that is gone is an error that names the
   * line to write.
   */
  against?: string;
  /** Ends the build; the old output stays. */
  signal?: AbortSignal;
}

/** What {@link build} made. */
export interface BuildResult {
  outDir: string;
  pages: number;
  demos: number;
  files: number;
  /** Size of the output. */
  bytes: number;
  /** Milliseconds by stage. */
  timings: Record<Stage, number>;
  /** Where the time went, where `stats` was asked for. */
  stats?: BuildStats;
  /** Warnings. */
  diagnostics: Diagnostic[];
}

/**
 * Builds a site into its output folder. The folder is replaced as a whole once everything is ready: a build that fails
 * leaves it as it was. Throws a DiagnosticError with everything that is wrong.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const { root = process.cwd(), strict = false, inPlace, development, threads, signal } = options;
  const meter = createMeter({ watch: options.stats });
  const enter = (stage?: Stage): void => {
    meter.enter(stage);
    if (stage) options.onStage?.(stage);
  };

  const { site, diagnostics: siteDiagnostics } = await loadSite(root, options);
  const { outDir } = site.config;
  const protectedPaths = [
    site.config.publicDir,
    ...[...site.config.docDirs, ...site.config.atomDirs].map(({ dir }) => dir),
  ];
  await checkOutDir({ outDir, root: site.root, protectedPaths });
  const checkTypes = strict && hasTypeScript(site);
  const caches =
    options.cache === false
      ? { cache: noCache, typesCache: noCache }
      : { cache: createBundleCache(site), typesCache: createTypesCache(site) };
  const published = options.against === undefined ? undefined : await readPublished(options.against, site);
  const warnings: Diagnostic[] = [];
  let built: PipelineResult | undefined;
  /** Documents are rendered while others are written: their time is told apart. */
  let rendering = 0;
  const prepare = async (folder: string): Promise<PreparedSite> => {
    const into = { folder, shownAs: outDir };
    const { onTime } = meter;
    const result = await runPipeline(site, {
      ...{ development, checkTypes, published, threads, ...caches, into, signal },
      onStage: enter,
      onTime,
    });
    built = result;
    warnings.push(...siteDiagnostics, ...result.diagnostics);
    if (strict && warnings.some(({ severity }) => severity !== 'info')) throw new DiagnosticError(warnings);
    enter('write');
    const timed = (render: () => string) => (): string => {
      const start = performance.now();
      const html = render();
      rendering += performance.now() - start;
      return html;
    };
    const files = new Map<string, FileContent | (() => FileContent | Promise<FileContent>)>();
    for (const [output, content] of result.outputs)
      files.set(output, typeof content === 'function' ? timed(content) : content);
    for (const [output, filePath] of result.copies) files.set(output, () => fs.readFile(filePath));
    // A public file takes the place of a page.
    const { addresses } = result;
    return { addresses, files, written: new Map([...result.written].filter(([output]) => !files.has(output))) };
  };
  const written = await writeSite({
    outDir,
    root: site.root,
    protectedPaths,
    files: prepare,
    ready: async () => await built?.check(),
    inPlace,
    signal,
  }).catch(async (error: unknown) => {
    throw (await built?.explain(error)) ?? error;
  });
  enter();
  const stats = meter.stats();
  const timings = Object.fromEntries(
    Object.entries(stats.stages).map(([stage, { wall }]) => [stage, Math.round(wall)]),
  ) as Record<Stage, number>;
  timings.prerender += Math.round(rendering);
  timings.write -= Math.round(rendering);
  return {
    outDir,
    pages: built?.pages ?? 0,
    demos: built?.demos ?? 0,
    files: written.files,
    bytes: written.bytes,
    timings,
    ...(options.stats && { stats }),
    diagnostics: [...warnings, ...written.diagnostics],
  };
}
