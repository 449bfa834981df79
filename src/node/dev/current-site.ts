import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { problemKey, unique } from '../base/diagnostics/unique.ts';
import { type OpenOptions, openSite, type SiteState } from './site-state.ts';
import { createSiteWatcher } from './site-watcher.ts';

export type CurrentSite = Awaited<ReturnType<typeof openCurrentSite>>;

export interface CurrentSiteOptions extends Pick<Parameters<typeof createSiteWatcher>[0], 'onPolling'> {
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
