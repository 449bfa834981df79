import { createReports, type Reports } from './reports.ts';
import { type OpenOptions, openSite, type SiteState } from './site-state.ts';
import { createSiteWatcher } from './site-watcher.ts';

/** The site as its configuration says at the time, and what of it is watched. */
export interface CurrentSite {
  /** Another object after each time that the configuration was read. */
  readonly state: SiteState;
  /** Host names that requests may use, always the same list. */
  readonly allowedHosts: string[];
  /** What was told to be wrong. */
  readonly reports: Reports;
  /** Watches the site that was opened first; resolves when all of it is. */
  follow(): Promise<void>;
  /** Reads the configuration again; resolves with what was before, whose site is the caller's to close. */
  reopen(): Promise<SiteState>;
  /** Watches what the site is made of besides its project. One that changed after `since` is told. */
  watchFiles(since: number): void;
  close(): Promise<void>;
}

export interface CurrentSiteOptions extends Pick<Parameters<typeof createSiteWatcher>[0], 'onPolling'> {
  site: OpenOptions;
  /** Besides those of the configuration. */
  allowedHosts?: string[];
  /** Told of files that changed together, by absolute path. */
  onFiles: (changed: Set<string>) => void;
  onDiagnostics: Parameters<typeof createReports>[0];
}

/** Opens a site; throws a DiagnosticError when there is no such folder. */
export async function openCurrentSite(options: CurrentSiteOptions): Promise<CurrentSite> {
  const { onFiles, onPolling } = options;
  const begun = Date.now();
  const reports = createReports(options.onDiagnostics);
  const watcher = createSiteWatcher({ onChange: onFiles, onPolling });
  const allowedHosts: string[] = [];
  let state = await openSite(options.site);

  /** Takes over what the configuration says. */
  const follow = async (since: number): Promise<void> => {
    allowedHosts.splice(0, Infinity, ...state.allowedHosts, ...(options.allowedHosts ?? []));
    reports.put('config', state.diagnostics);
    await watcher.follow(state.scope);
    watchFiles(since);
  };
  const watchFiles = (since: number): void =>
    watcher.setFiles([...state.inputs, ...(state.site?.files() ?? [])], since);

  return {
    get state() {
      return state;
    },
    allowedHosts,
    reports,
    follow: () => follow(begun),
    async reopen() {
      const before = state;
      const since = Date.now();
      const next = await openSite(options.site, before);
      // Before anything of the new site is read.
      await watcher.follow(next.scope);
      state = next;
      await follow(since);
      return before;
    },
    watchFiles,
    async close() {
      await Promise.all([watcher.close(), state.site?.close()]);
    },
  };
}
