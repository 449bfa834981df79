import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { Stage } from '../../base/meter.ts';
import { packedOutput } from '../../build/packed-output.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import { loadSite } from '../../build/site.ts';
import { runCodeFile } from '../../bundle/data-files.ts';
import { load } from '../../content/load.ts';
import { withTabs } from '../../content/tabs.ts';
import type { SourcePage } from '../../content/types.ts';
import { createCompiler, headingText, storyReader } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { findRemedy, type Remedy } from './remedy.ts';
import { createFindings, runWithoutFailing } from './run-without.ts';

export interface DoctorOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Called when a stage starts. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

export interface Examination {
  /** Diagnostics from all stages that a build would report. Errors fail the build; warnings and notes describe losses and differences. */
  diagnostics: Diagnostic[];
  score: Score;
  /** The option that removes the most errors, or the most warnings if there are no errors. Undefined if no option removes several. */
  remedy?: Remedy;
  /** False if the demos were not rendered because of an error outside pages, demos and files. */
  isComplete: boolean;
}

/** Number of parts that work, and total number of parts. */
export interface Share {
  working: number;
  of: number;
}

/** Parts of a project that work without changes. */
export interface Score {
  /** Pages and tabs without an error. */
  pages: Share;
  /** Demos that are rendered into the HTML, so they are visible without JavaScript. */
  demos: Share;
  /** Routes of pages, and of demos on their stand-alone pages. */
  routes: Share;
  /** Configuration keys that have an effect. */
  keys: Share;
}

/**
 * Reads a project and reports what its site would lose or show differently. The diagnostics are those of a build that
 * does not stop after the first failed stage. Writes no files.
 *
 * @throws DiagnosticError if the configuration cannot be used
 */
export async function doctor({ root = process.cwd(), onStage, signal }: DoctorOptions = {}): Promise<Examination> {
  const { site, diagnostics: ofConfig } = await loadSite(root, { signal });
  const findings = createFindings();
  onStage?.('load');
  const { loaded, diagnostics: ofLoad } = await load(site, {
    includeDebug: false,
    headingText,
    storyReader,
    runPaths: (file) => runCodeFile(file, { site, method: 'paths' }),
  });
  findings.add(ofConfig, packedOutput(site, site.config.outDir), ofLoad);
  const unread = findings.filesWithErrors();

  onStage?.('compile');
  const pages = loaded.pages.flatMap(withTabs);
  const compiler = createCompiler({ site, ...loaded, includeDebug: false });
  const compiled = new Map((await compiler.compileAll(pages, signal)).map((page) => [page.sourcePath, page]));
  findings.add(...[...compiled.values()].map(({ diagnostics }) => diagnostics));

  const { result, omitted } = await runWithoutFailing(site, { compiled, findings, onStage, signal });
  if (result) findings.add(findBorrowedPackages(site, result), reportUnrendered(result));

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

/** Counts the embedded demos that are rendered into the HTML, and the demos that have a stand-alone page. */
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

/** Counts keys. Each ignored key has a warning (CD118). This package's own configuration has no ignored keys. */
function scoreKeys({ configKeys = [] }: Site, diagnostics: Diagnostic[]): Share {
  const passedOver = diagnostics.filter(({ code, key }) => code === 'CD118' && key?.length === 1);
  return { working: configKeys.length - passedOver.length, of: configKeys.length };
}

/** Packages that the site provides if they are not installed in the project. */
const OURS = new Set(['react', 'react-dom', 'cascader-docs']);

/**
 * Returns CD430 for packages that are installed only as dependencies of other packages, such as those of dumi, and that
 * disappear together with them. The location is the first demo that imports the package.
 */
function findBorrowedPackages({ root, packageJson }: Site, { demoList, demoSources }: PipelineResult): Diagnostic[] {
  const named = new Set([...OURS, packageJson.name, ...Object.keys(packageJson.dependencies ?? {})]);
  const borrowed = new Map<string, Diagnostic>();
  for (const { id, file } of demoList) {
    const source = demoSources.get(id);
    if (!source) continue;
    for (const [name, { type, value }] of Object.entries(source.asset.dependencies)) {
      if (type !== 'NPM' || named.has(name) || borrowed.has(name)) continue;
      const location = { file, line: lineOfImport(path.join(root, file), name), column: 1 };
      borrowed.set(name, createDiagnostic('undeclared-package', { name, version: value }, { location }));
    }
  }
  return [...borrowed.values()];
}

/** Returns the line of the import, or 1 if another file of the demo imports the package. */
function lineOfImport(filePath: string, name: string): number {
  const lines = fs.readFileSync(filePath, 'utf8').split('\n');
  const isImport = (line: string): boolean => [`'${name}`, `"${name}`].some((text) => line.includes(text));
  return 1 + Math.max(0, lines.findIndex(isImport));
}

/** Returns a note (CD523) for each demo that, by design, renders only in a browser. A build does not report such demos. */
function reportUnrendered({ demoList }: PipelineResult): Diagnostic[] {
  return demoList
    .filter(({ rendering }) => rendering === 'browser')
    .map(({ title, id, file }) =>
      createDiagnostic('browser-only-demo', { demo: title ?? id }, { location: { file, line: 1, column: 1 } }),
    );
}
