import fs from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, DiagnosticError, problemKey, unique } from '../base/diagnostics/diagnostic.ts';
import { isInside } from '../base/files/paths.ts';
import { loadSite } from '../build/site.ts';
import { isPostCssConfig } from '../bundle/sheets/postcss-config.ts';
import { idOfFile } from '../project/versions/names.ts';
import { createDevSite, type DevSite, type DevSiteOptions } from './dev-site.ts';
import { createWatcher, type Watcher } from './watch/watcher.ts';

export type CurrentSite = Awaited<ReturnType<typeof openCurrentSite>>;

interface CurrentSiteOptions extends Pick<Parameters<typeof createSiteWatcher>[0], 'onPolling'> {
  site: OpenOptions;
  allowedHosts?: string[];
  /** Receives the absolute paths of files that changed together. */
  onFiles: (changed: Set<string>) => void;
  onDiagnostics: Parameters<typeof createReports>[0];
}

/** Throws a DiagnosticError if the folder does not exist. */
export async function openCurrentSite(options: CurrentSiteOptions) {
  const { onFiles, onPolling } = options;
  const begun = Date.now();
  const reports = createReports(options.onDiagnostics);
  const watcher = createSiteWatcher({ onChange: onFiles, onPolling });
  /** Host names that requests may use. The array is updated in place. */
  const allowedHosts: string[] = [];
  let state = await openSite(options.site);

  const follow = async (since: number): Promise<void> => {
    allowedHosts.splice(0, Infinity, ...state.allowedHosts, ...(options.allowedHosts ?? []));
    reports.put('config', state.diagnostics);
    await watcher.follow(state.scope);
    watchFiles(since);
  };
  /** Watches the site's input files outside the project, and reports those that changed after `since`. */
  const watchFiles = (since: number): void =>
    watcher.setFiles([...state.inputs, ...(state.site?.files() ?? [])], since);

  return {
    /** Replaced whenever the configuration is read. */
    get state() {
      return state;
    },
    allowedHosts,
    reports,
    /** Starts watching the initial site. Resolves when all its files are watched. */
    follow: (): Promise<void> => follow(begun),
    async reopen(): Promise<SiteState> {
      const before = state;
      const since = Date.now();
      const next = await openSite(options.site, before);
      // Watch before reading the new site, so no change is missed.
      await watcher.follow(next.scope);
      state = next;
      await follow(since);
      return before;
    },
    watchFiles,
    lookNow: watcher.lookNow,
    async close(): Promise<void> {
      await Promise.all([watcher.close(), state.site?.close()]);
    },
  };
}

export function createReports(report: (diagnostics: Diagnostic[]) => void) {
  const reported = new Map<string, ReadonlySet<string>>();
  return {
    /** Sets the current diagnostics of a subject, such as a page. Missing diagnostics count as fixed. */
    put(subject: string, diagnostics: Diagnostic[]): void {
      const known = new Set([...reported.values()].flatMap((keys) => [...keys]));
      if (diagnostics.length === 0) reported.delete(subject);
      else reported.set(subject, new Set(diagnostics.map(problemKey)));
      const fresh = unique(diagnostics).filter((diagnostic) => !known.has(problemKey(diagnostic)));
      if (fresh.length > 0) report(fresh);
    },
    failing: (): string[] => [...reported.keys()],
  };
}

interface SiteState {
  site?: DevSite;
  base: string;
  /** Host names that requests may use. */
  allowedHosts: string[];
  diagnostics: Diagnostic[];
  /** True if the configuration is invalid. The site is then the previous one. */
  isBroken: boolean;
  /** Absolute paths of the configuration and of the files that it imports. */
  inputs: string[];
  scope: WatchScope;
}

interface OpenOptions extends DevSiteOptions {
  root: string;
  /** Overrides `base` of the configuration. */
  base?: string;
  /** Stops waiting for the configuration; opening the site then fails. */
  signal?: AbortSignal;
}

/**
 * If the configuration is invalid, the result contains the site of `before`. Throws a {@link DiagnosticError} if the folder
 * does not exist and there is no `before`.
 */
async function openSite({ root, base, signal, ...options }: OpenOptions, before?: SiteState): Promise<SiteState> {
  const inputs = new Set<string>();
  try {
    const { site, diagnostics } = await loadSite(root, { base, inputs, signal });
    const { config, projectRoot } = site;
    return {
      site: createDevSite(site, options),
      base: config.base,
      allowedHosts: config.server.allowedHosts,
      diagnostics,
      isBroken: false,
      inputs: [...inputs],
      scope: { projectRoot, outDir: config.outDir, publicDir: config.publicDir, versions: config.versions },
    };
  } catch (error) {
    if (signal?.aborted || !(error instanceof DiagnosticError)) throw error;
    const isNoFolder = error.diagnostics.some(({ code }) => code === 'CD100');
    if (isNoFolder && !before) throw error;
    const last = before ?? { base: '/', allowedHosts: [], inputs: [], scope: { projectRoot: await fs.realpath(root) } };
    return {
      ...last,
      diagnostics: error.diagnostics,
      isBroken: true,
      inputs: [...new Set([...last.inputs, ...inputs])],
    };
  }
}

interface WatchScope {
  projectRoot: string;
  outDir?: string;
  /** Folder of public files, where dotfiles and log files are not ignored. */
  publicDir?: string;
  /** Folder of archived versions. Files in it are not watched, because they are read when they are requested. */
  versions?: string | false;
}

/** The configuration can change the location of these folders at any time. */
function createSiteWatcher({
  onChange,
  onPolling,
}: {
  onChange: (changed: Set<string>) => void;
  onPolling?: (reason: string) => void;
}) {
  let current: { scope: WatchScope; watcher: Promise<Watcher> } | undefined;
  let files: string[] = [];

  return {
    /** Replaces the watch scope. Reports changes after the call, and resolves when everything is watched. */
    async follow(scope: WatchScope): Promise<void> {
      const { projectRoot, outDir, publicDir, versions } = scope;
      const last = current;
      if (last && isDeepStrictEqual(last.scope, scope)) return;
      const isIgnored = (file: string): boolean => {
        const name = path.basename(file);
        if (name === 'node_modules' || name === '.git' || file === outDir) return true;
        if (path.dirname(file) === versions && idOfFile(name) === undefined) return true;
        // Other tools write dotfiles and log files constantly; users do not edit them.
        const isNoise = (name.startsWith('.') && !isPostCssConfig(name)) || name.endsWith('.log');
        return isNoise && !(publicDir !== undefined && isInside(publicDir, file));
      };
      const watcher = createWatcher({ folders: [projectRoot], ignore: isIgnored, onChange, onPolling });
      current = { scope, watcher };
      const ready = await watcher;
      if (current.watcher !== watcher) return;
      ready.setFiles(files);
      await (await last?.watcher)?.close();
    },
    /** Replaces the additional files. Reports a file that changed after `since` (milliseconds since 1970). */
    setFiles(next: string[], since: number): void {
      files = next;
      void current?.watcher.then((watcher) => watcher.setFiles(files, since));
    },
    async lookNow(): Promise<void> {
      await (await current?.watcher)?.lookNow();
    },
    async close(): Promise<void> {
      const last = current;
      current = undefined;
      await (await last?.watcher)?.close();
    },
  };
}
