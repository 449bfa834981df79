import fs from 'node:fs/promises';
import path from 'node:path';
import type { DemoSource } from '../../../shared/demo-source.ts';
import type { SandboxProject } from '../../../shared/entities.ts';
import { createSandboxProject } from '../../../shared/sandbox-project.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { createLimit } from '../../base/files/each-limited.ts';
import { isInside } from '../../base/files/paths.ts';
import { bundleProjects, type ProjectFolder } from '../../bundle/bundle-project.ts';
import type { Site } from '../../project/config/types.ts';
import { isCoded, shortenCoded } from '../../render/demos/browser-only.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { createGroups, type Showing, type Shown, showAlone, showTogether } from './try-together.ts';
import type { Finding } from './types.ts';
import type { Visit } from './visit-alone.ts';

export interface ExportTrial {
  site: Site;
  tabs: BrowserTabs;
  folder: string;
  files: Map<string, Uint8Array | string>;
  /** URL at which `files` are served, ending with `/`. */
  url: string;
  timeout: number;
}

const ENTRY = /^(?:src\/)?index\.(?:tsx|jsx|ts|js)$/;

/** Number of projects that are bundled together. The bundler reads the packages again for each group. */
const BUNDLED_TOGETHER = 128;

/** The document in which projects run. */
const EMPTY = 'empty.html';

interface Exported extends ProjectFolder {
  id: string;
  project: SandboxProject;
}

/**
 * Checks that each demo's project, as an online editor would get it, can be bundled and rendered.
 *
 * @param limit limits the number of pages that are open at the same time
 */
export function createExportCheck(
  trial: ExportTrial,
  sources: ReadonlyMap<string, DemoSource>,
  { demos, limit }: { demos: readonly { id: string }[]; limit: ReturnType<typeof createLimit> },
) {
  const ids = demos.map(({ id }) => id).filter((id) => sources.has(id));
  const prepare = (id: string): Exported | Finding => prepareExport(trial, id, sources.get(id) as DemoSource);
  const tryGroup = async (group: readonly string[]): Promise<ReadonlyMap<string, Shown>> => {
    const exported = group.map(prepare).filter((one) => 'project' in one);
    return new Map([...(await tryTogether(trial, exported))].map(([{ id }, shown]) => [id, shown]));
  };
  const shownInGroup = createGroups(ids, limit, tryGroup, BUNDLED_TOGETHER);
  return {
    has: (id: string): boolean => ids.includes(id),
    /** Checks the demo with this id, which must have a project. */
    async check(id: string, visit: Visit): Promise<Shown> {
      const shown = await shownInGroup(id);
      if (shown) return shown;
      const exported = prepare(id);
      if (!('project' in exported)) return { findings: [exported] };
      return await visit(async () => ({ findings: await checkAlone(trial, exported) }));
    },
  };
}

/** Bundles projects together. Returns those that do not need a bundle of their own. */
async function tryTogether(trial: ExportTrial, exported: readonly Exported[]): Promise<ReadonlyMap<Exported, Shown>> {
  const { timeout, url, files } = trial;
  const show = async ({ page, goto }: BrowserTab, { id, project }: Exported, isFirst: boolean): Promise<boolean> => {
    if (isFirst) await goto(url + EMPTY, timeout);
    const styles = files.has(`${id}/index.css`);
    await page.evaluate(startProject, { id, body: bodyOf(project), styles });
    return true;
  };
  files.set(EMPTY, documentOf(''));
  let bundled: string[] = [];
  try {
    bundled = await bundle(trial, exported);
    return await showTogether(showingOf(trial, show), exported);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const shown = new Map<Exported, Shown>();
    for (const part of withoutBroken(exported, error.diagnostics))
      for (const [one, found] of await tryTogether(trial, part)) shown.set(one, found);
    return shown;
  } finally {
    for (const name of bundled) files.delete(name);
  }
}

/** Returns smaller groups instead of a group with errors: without the projects that the errors name or, without such names, halves. */
function withoutBroken(exported: readonly Exported[], errors: readonly Diagnostic[]): (readonly Exported[])[] {
  const names = new Set(errors.flatMap(({ location }) => location?.file.split('/') ?? []));
  const others = exported.filter(({ id }) => !names.has(id));
  if (others.length < exported.length) return [others];
  const half = Math.ceil(exported.length / 2);
  return half < exported.length ? [exported.slice(0, half), exported.slice(half)] : [];
}

/** Runs in the page, so it must not use anything from this module. */
async function startProject({ id, body, styles }: { id: string; body: string; styles: boolean }): Promise<void> {
  for (const link of document.querySelectorAll('link[href$="/index.css"]')) link.remove();
  document.body.innerHTML = body;
  const start = (element: HTMLElement): Promise<void> =>
    new Promise((resolve) => {
      for (const type of ['load', 'error']) element.addEventListener(type, () => resolve());
      document.head.append(element);
    });
  if (styles)
    await start(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${id}/index.css` }));
  await start(Object.assign(document.createElement('script'), { type: 'module', src: `${id}/index.js` }));
}

/** Checks a project alone. In a group, other projects affect the page and the order of modules, so those findings do not count. */
async function checkAlone(trial: ExportTrial, exported: Exported): Promise<Finding[]> {
  const showing = showingOf<string>(trial, async ({ goto }, url) => {
    await goto(url, trial.timeout);
    return true;
  });
  const run = async (development: boolean): Promise<Finding[]> => {
    await bundle(trial, [exported], development);
    return (await showAlone(showing, `${trial.url}${exported.id}/`)).findings;
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

/** Writes, bundles and serves the projects. Returns the names of the served files. */
async function bundle(trial: ExportTrial, exported: readonly Exported[], development = false): Promise<string[]> {
  for (const { folder, project } of exported) await writeProject(folder, project);
  const outputs = await bundleProjects(trial.site, exported, { development });
  for (const [name, bytes] of outputs) trial.files.set(name, bytes);
  for (const { id, project } of exported)
    trial.files.set(`${id}/index.html`, pageOf(project, outputs.has(`${id}/index.css`)));
  return [...outputs.keys()];
}

/** Replaces the codes in errors of React's production build with the messages of its development build. */
function inWords(findings: Finding[], again: Finding[]): Finding[] {
  return findings.map((finding) => {
    if (!isCoded(finding.message)) return finding;
    const other = again.find(({ rule, message }) => rule === finding.rule && !isCoded(message));
    return other ?? { ...finding, message: shortenCoded(finding.message) };
  });
}

/** Returns the rules for showing a project: the project must render something and report no errors. */
function showingOf<Item>({ tabs, timeout }: ExportTrial, show: Showing<Item>['show']): Showing<Item> {
  const empty = exportFinding('export-empty', `The exported project rendered nothing within ${timeout / 1000} s`);
  return { tabs, place: 'export', timeout, show, empty, isFinding: ({ rule }) => rule !== 'console-warning' };
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

function pageOf(project: SandboxProject, hasStyles: boolean): string {
  const styles = hasStyles ? '<link rel="stylesheet" href="index.css">' : '';
  return documentOf(`${bodyOf(project)}<script type="module" src="index.js"></script>`, styles);
}

function bodyOf({ files }: SandboxProject): string {
  return (files['index.html'] ?? '<div id="root"></div>').replace(/<script type="module".*<\/script>/, '');
}

function documentOf(body: string, styles = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Export</title><link rel="icon" href="data:,">${styles}</head><body>${body}</body></html>`;
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
