import fs from 'node:fs/promises';
import path from 'node:path';
import type { DemoSource } from '../../../shared/demo-source.ts';
import type { SandboxProject } from '../../../shared/entities.ts';
import { createSandboxProject } from '../../../shared/sandbox-project.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { isInside } from '../../base/files/paths.ts';
import { bundleProjects, type ProjectFolder } from '../../bundle/bundle-project.ts';
import type { Site } from '../../project/config/types.ts';
import { isCoded, shortenCoded } from '../../render/demos/browser-only.ts';
import type { BrowserTabs } from './browser-tabs.ts';
import { visitFailure, waitForRoot } from './demo-root.ts';
import { toFinding } from './page-messages.ts';
import type { Finding } from './types.ts';

export interface ExportTrial {
  site: Site;
  tabs: BrowserTabs;
  folder: string;
  files: Map<string, Uint8Array | string>;
  /** Address at which `files` are served; ends with `/`. */
  url: string;
  timeout: number;
}

const ENTRY = /^(?:src\/)?index\.(?:tsx|jsx|ts|js)$/;

/** Number of projects in a bundle. With a larger one, fewer modules are bundled twice, but a page loads more files. */
const TOGETHER = 32;

interface Exported extends ProjectFolder {
  id: string;
  project: SandboxProject;
}

/** Checks that the project of each demo, which an online editor would get, bundles and renders. */
export function createExportCheck(
  trial: ExportTrial,
  sources: ReadonlyMap<string, DemoSource>,
  demos: readonly { id: string }[],
) {
  const ids = demos.map(({ id }) => id).filter((id) => sources.has(id));
  const prepared = new Map<string, Exported | Finding>();
  const prepare = (id: string): Exported | Finding => {
    const known = prepared.get(id) ?? prepareExport(trial, id, sources.get(id) as DemoSource);
    prepared.set(id, known);
    return known;
  };
  const bundles = new Map<number, Promise<boolean>>();
  /** Returns false if one of them cannot be bundled. */
  const bundleWithOthers = (id: string): Promise<boolean> => {
    const index = Math.floor(ids.indexOf(id) / TOGETHER);
    const near = ids.slice(index * TOGETHER, (index + 1) * TOGETHER).map(prepare);
    const bundled =
      bundles.get(index) ??
      bundle(
        trial,
        near.filter((one) => 'project' in one),
      ).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DiagnosticError) return false;
          throw error;
        },
      );
    bundles.set(index, bundled);
    return bundled;
  };
  return {
    has: (id: string): boolean => ids.includes(id),
    /** `id`: of a demo that has a project. */
    async check(id: string): Promise<Finding[]> {
      const exported = prepare(id);
      if (!('project' in exported)) return [exported];
      if ((await bundleWithOthers(id)) && (await runProject(trial, id)).length === 0) return [];
      return await checkAlone(trial, exported);
    },
  };
}

/** Modules that several projects share may run in another order, so only what is found here is reported. */
async function checkAlone(trial: ExportTrial, exported: Exported): Promise<Finding[]> {
  const run = async (development: boolean): Promise<Finding[]> => {
    await bundle(trial, [exported], development);
    return await runProject(trial, exported.id);
  };
  try {
    const findings = await run(false);
    return findings.some(({ message }) => isCoded(message)) ? inWords(findings, await run(true)) : findings;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.diagnostics.map(bundleFinding);
  }
}

function prepareExport(trial: ExportTrial, id: string, source: DemoSource): Exported | Finding {
  const project = createSandboxProject(source);
  const folder = path.join(trial.folder, id);
  const names = Object.keys(project.files);
  const entry = names.find((name) => ENTRY.test(name));
  const outside = names.find((name) => !isInside(folder, path.resolve(folder, name)));
  if (!entry) return exportFinding('export-files', 'The exported project has no index file');
  if (outside)
    return exportFinding('export-files', `The exported project would write a file outside of its folder: ${outside}`);
  return { id, project, folder, entry, packages: packagesOf(project) };
}

/** Writes, bundles and serves the projects. */
async function bundle(trial: ExportTrial, exported: readonly Exported[], development = false): Promise<void> {
  for (const { folder, project } of exported) await writeProject(folder, project);
  const outputs = await bundleProjects(trial.site, exported, { development });
  for (const [name, bytes] of outputs) trial.files.set(name, bytes);
  for (const { id, project } of exported)
    trial.files.set(`${id}/index.html`, pageOf(project, outputs.has(`${id}/index.css`)));
}

/** Replaces the codes of React's production errors by the messages of its development build. */
function inWords(findings: Finding[], again: Finding[]): Finding[] {
  return findings.map((finding) => {
    if (!isCoded(finding.message)) return finding;
    const other = again.find(({ rule, message }) => rule === finding.rule && !isCoded(message));
    return other ?? { ...finding, message: shortenCoded(finding.message) };
  });
}

/** The project must render something and report no errors. */
async function runProject({ tabs, timeout, url }: ExportTrial, id: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    await tabs.use(async ({ page, messages, goto }) => {
      try {
        await goto(`${url}${id}/`, timeout);
        const filled = await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
        if (!filled && !messages.any)
          findings.push(
            exportFinding('export-empty', `The exported project rendered nothing within ${timeout / 1000} s`),
          );
      } finally {
        const faults = messages.take().filter(({ rule }) => rule !== 'console-warning');
        findings.push(...faults.map((message) => toFinding(message, 'export')));
      }
    });
  } catch (error) {
    findings.push(visitFailure(error, { tabs, subject: 'demo', place: 'export', timeout }));
  }
  return findings;
}

async function writeProject(folder: string, { files }: SandboxProject): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, text);
  }
}

function packagesOf({ files, dependencies }: SandboxProject): Set<string> {
  const manifest = JSON.parse(files['package.json'] ?? '{}') as Record<string, Record<string, string> | undefined>;
  return new Set(Object.keys({ ...(manifest.dependencies ?? dependencies), ...manifest.devDependencies }));
}

function pageOf({ files }: SandboxProject, hasStyles: boolean): string {
  const body = (files['index.html'] ?? '<div id="root"></div>').replace(/<script type="module".*<\/script>/, '');
  const styles = hasStyles ? '<link rel="stylesheet" href="index.css">' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Export</title><link rel="icon" href="data:,">${styles}</head><body>${body}<script type="module" src="index.js"></script></body></html>`;
}

function exportFinding(rule: string, message: string): Finding {
  return { rule, place: 'export', message };
}

function bundleFinding({ text, location, notes }: Diagnostic): Finding {
  return {
    rule: 'export-bundle',
    place: 'export',
    message: text,
    location: location && { file: location.file, line: location.line, column: location.column },
    details: [...(location?.lineText ? [location.lineText.trim()] : []), ...(notes ?? [])].join('\n') || undefined,
  };
}
