import type { SandboxProject } from '../../../shared/entities.ts';
import { createSandboxProject } from '../../../shared/sandbox-project.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { hexHash } from '../../base/hash.ts';
import type { Stage } from '../../base/meter.ts';
import { runPipeline } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';

export interface SandboxProjectsOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Ids of demos, or the last parts of ids, such as `simple`. Default: all demos. */
  demos?: string[];
  /** Called when a stage of the build starts. */
  onStage?: (stage: Stage) => void;
  /** Aborts the build. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Project of an exported demo. */
export interface DemoProject {
  demo: string;
  /** Path of the demo's source, relative to the site's root, with forward slashes. */
  file: string;
  project: SandboxProject;
}

export interface SandboxProjectsResult {
  /** Projects in the order of the site. */
  projects: DemoProject[];
  /** Warnings of the build. */
  diagnostics: Diagnostic[];
}

/**
 * Returns the projects from which sandboxes for demos are created. Writes no files and sends no requests.
 *
 * @throws DiagnosticError with exit code 1 if the site has errors, and 2 for a name that matches no demo or several
 */
export async function sandboxProjects(options: SandboxProjectsOptions = {}): Promise<SandboxProjectsResult> {
  const { site, diagnostics } = await loadSite(options.root ?? process.cwd(), { signal: options.signal });
  const made = await makeProjects(site, options);
  return { projects: made.projects, diagnostics: [...diagnostics, ...made.diagnostics] };
}

/** `known` contains the ids of all demos. */
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
      // Permanent sandboxes are compiled in the browser, where Vite cannot run.
      .map(({ demo, file, source }) => ({
        demo,
        file,
        project: createSandboxProject({ ...source, template: 'create-react-app' }),
      })),
    diagnostics,
    known: demoList.map(({ id }) => id),
  };
}

/** Returns a hash of a project that does not depend on the order of its files and packages. */
export function hashProject(project: SandboxProject): string {
  const sorted = JSON.stringify(project, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return hexHash(sorted, 16);
}

/**
 * Selects demos in the order of the site; all if no names are given. A name is an id or the part after `-demo-`. Throws
 * a DiagnosticError with exit code 2 that lists every name that matches no demo or several.
 */
export function selectDemos(names: string[], known: string[]): string[] {
  if (names.length === 0) return known;
  const selected = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    const found = known.includes(name) ? [name] : known.filter((id) => lastPart(id) === name);
    const [id] = found;
    if (id !== undefined && found.length === 1) selected.add(id);
    else diagnostics.push(describeName(name, found, known));
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
  return known.filter((id) => selected.has(id));
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('-demo-') + 1).replace(/^demo-/, '');
}

function describeName(name: string, ids: string[], known: string[]): Diagnostic {
  if (ids.length > 1) return createDiagnostic('unresolved-demo-name', { case: 'ambiguous', name, ids });
  const nearest = nearestName(name, [...known.map(lastPart), ...known]);
  return createDiagnostic('unresolved-demo-name', { case: 'unknown', name, nearest });
}
