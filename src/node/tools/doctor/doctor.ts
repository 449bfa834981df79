import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { packedOutput } from '../../build/packed-output.ts';
import type { PipelineResult, Stage } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import { load } from '../../content/load.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createCompiler, headingText } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { findBorrowedPackages } from './borrowed-packages.ts';
import { createFindings } from './findings.ts';
import { findRemedy, type Remedy } from './remedy.ts';
import { runWithoutFailing } from './run-without.ts';
import { tellUnrendered } from './unrendered-demos.ts';

/** Options of {@link doctor}. */
export interface DoctorOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/** What {@link doctor} found. */
export interface Examination {
  /** What a build would tell, of all stages: errors keep it from being made, the rest says what is lost or differs. */
  diagnostics: Diagnostic[];
  score: Score;
  /** The option that removes the most errors, or warnings if there are no errors. Absent if none removes several. */
  remedy?: Remedy;
  /** False when an error that belongs to no page, demo or file kept demos from being rendered. */
  isComplete: boolean;
}

/** How many of all work. */
export interface Share {
  working: number;
  of: number;
}

/** What works of a project as it is. */
export interface Score {
  /** Pages and tabs without an error. */
  pages: Share;
  /** Demos that are in the HTML, and so seen without JavaScript. */
  demos: Share;
  /** Addresses of pages, and of demos alone. */
  routes: Share;
  /** Keys of the configuration that mean something. */
  keys: Share;
}

/**
 * Reads a project and says what its site would lose or show otherwise: all that a build would tell, without its stop after
 * the first stage that fails. Nothing is written. Throws a DiagnosticError when the configuration cannot be used.
 */
export async function doctor({ root = process.cwd(), onStage, signal }: DoctorOptions = {}): Promise<Examination> {
  const { site, diagnostics: ofConfig } = await loadSite(root, { signal });
  const findings = createFindings();
  onStage?.('load');
  const { loaded, diagnostics: ofLoad } = await load(site, { includeDebug: false, headingText });
  findings.add(ofConfig, packedOutput(site, site.config.outDir), ofLoad);
  const unread = findings.filesWithErrors();

  onStage?.('compile');
  const pages = loaded.pages.flatMap(withTabs);
  const compiler = createCompiler({ site, ...loaded, includeDebug: false });
  const compiled = new Map((await compiler.compileAll(pages, signal)).map((page) => [page.sourcePath, page]));
  findings.add(...[...compiled.values()].map(({ diagnostics }) => diagnostics));

  const { result, omitted } = await runWithoutFailing(site, { compiled, findings, onStage, signal });
  if (result) findings.add(findBorrowedPackages(site, result), tellUnrendered(result));

  const failing = findings.filesWithErrors();
  const gone = [...unread].filter((file) => /\.mdx?$/.test(file) && !compiled.has(file)).length;
  const isRight = ({ sourcePath }: SourcePage): boolean =>
    !failing.has(sourcePath) &&
    !omitted.pages.has(sourcePath) &&
    compiled.get(sourcePath)?.demos.some(({ id }) => omitted.demos.has(id)) !== true;
  const demos = scoreDemos(compiled, result, omitted.demos);
  const remedy = findRemedy(findings.list(), { site, compiled });
  return {
    diagnostics: findings.list(),
    score: {
      pages: { working: pages.filter(isRight).length, of: pages.length + gone },
      demos: demos.rendered,
      routes: {
        working: (result ? loaded.pages.filter(isRight).length : 0) + demos.alone.working,
        of: loaded.pages.length + gone + demos.alone.of,
      },
      keys: scoreKeys(site, ofConfig),
    },
    ...(remedy && { remedy }),
    isComplete: result !== undefined,
  };
}

/** Demos in the HTML, and those that have a page of their own, of all that pages embed. */
function scoreDemos(
  compiled: Map<string, CompiledPage>,
  result: PipelineResult | undefined,
  omitted: ReadonlySet<string>,
): { rendered: Share; alone: Share } {
  const embedded = new Map([...compiled.values()].flatMap(({ demos }) => demos.map((demo) => [demo.id, demo])));
  const cards = [...embedded.values()].filter(({ inline }) => !inline);
  const list = (result?.demoList ?? []).filter(({ id }) => !omitted.has(id));
  const built = new Set(list.map(({ id }) => id));
  return {
    rendered: { working: list.filter(({ rendering }) => rendering === 'html').length, of: embedded.size },
    alone: { working: cards.filter(({ id }) => built.has(id)).length, of: cards.length },
  };
}

/** A key that is passed over is told (CD118); of a configuration of ours every key means something. */
function scoreKeys({ configKeys = [] }: Site, diagnostics: Diagnostic[]): Share {
  const passedOver = diagnostics.filter(({ code, key }) => code === 'CD118' && key?.length === 1);
  return { working: configKeys.length - passedOver.length, of: configKeys.length };
}
