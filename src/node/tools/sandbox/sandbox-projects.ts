import { createHash } from 'node:crypto';
import type { SandboxProject } from '../../../shared/entities.ts';
import { createSandboxProject } from '../../../shared/sandbox-project.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { runPipeline, type Stage } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';
import { selectDemos } from './select-demos.ts';

/** Options of {@link sandboxProjects}. */
export interface SandboxProjectsOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Ids of demos, or their last parts such as `simple`. Default: all demos. */
  demos?: string[];
  /** Told when a stage of the build begins. */
  onStage?: (stage: Stage) => void;
  /** Ends it: what is under way is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** A demo as it is exported. */
export interface DemoProject {
  /** Id of the demo. */
  demo: string;
  /** Source of the demo, relative to the site's root, with forward slashes. */
  file: string;
  project: SandboxProject;
}

/** What {@link sandboxProjects} gives. */
export interface SandboxProjectsResult {
  /** In the order of the site. */
  projects: DemoProject[];
  /** Warnings of the build. */
  diagnostics: Diagnostic[];
}

/**
 * The projects that sandboxes of demos are made from. Writes nothing and asks nobody. Throws a DiagnosticError: with exit
 * code 1 when the site has errors, 2 when a name means no demo or more than one.
 */
export async function sandboxProjects(options: SandboxProjectsOptions = {}): Promise<SandboxProjectsResult> {
  const { site, diagnostics } = await loadSite(options.root ?? process.cwd(), { signal: options.signal });
  const made = await makeProjects(site, options);
  return { projects: made.projects, diagnostics: [...diagnostics, ...made.diagnostics] };
}

/** Runs the pipeline, and makes the projects of the demos that are asked for; `known` are the ids of all demos. */
export async function makeProjects(
  site: Site,
  { demos = [], onStage, signal }: Omit<SandboxProjectsOptions, 'root'>,
): Promise<SandboxProjectsResult & { known: string[] }> {
  const { demoList, demoSources, diagnostics } = await runPipeline(site, { onStage, signal });
  const withSource = demoList.flatMap(({ id, file }) => {
    const source = demoSources.get(id);
    return source ? [{ demo: id, file, source }] : [];
  });
  const selected = new Set(
    selectDemos(
      demos,
      withSource.map(({ demo }) => demo),
    ),
  );
  return {
    projects: withSource
      .filter(({ demo }) => selected.has(demo))
      .map(({ demo, file, source }) => ({ demo, file, project: createSandboxProject(source) })),
    diagnostics,
    known: demoList.map(({ id }) => id),
  };
}

/** Changes whenever the project does, and only then: the order of its files and packages does not count. */
export function hashProject(project: SandboxProject): string {
  const sorted = JSON.stringify(project, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}
