import path from 'node:path';
import { isInside } from '../base/files/paths.ts';
import { isPostCssConfig } from '../bundle/sheets/postcss-config.ts';
import { createWatcher, type Watcher } from './watch/watcher.ts';

/** What of a project is watched: absolute paths. */
export interface WatchScope {
  projectRoot: string;
  /** What a build writes is no news. */
  outDir?: string;
  /** Names that begin with a dot, and log files, count here. */
  publicDir?: string;
}

/** Watches the files of a site, whose configuration may say at any time where they are. */
export interface SiteWatcher {
  /** Watches this from now on; what changes after the call is told. Resolves when everything is watched. */
  follow(scope: WatchScope): Promise<void>;
  /** Replaces the files that are watched besides. One that changed after `since` (milliseconds since 1970) is told. */
  setFiles(files: string[], since: number): void;
  close(): Promise<void>;
}

/** @param onChange told of files that changed together, by absolute path */
export function createSiteWatcher({
  onChange,
  onPolling,
}: {
  onChange: (changed: Set<string>) => void;
  onPolling?: (reason: string) => void;
}): SiteWatcher {
  let current: { scope: WatchScope; watcher: Promise<Watcher> } | undefined;
  let files: string[] = [];

  return {
    async follow(scope) {
      const { projectRoot, outDir, publicDir } = scope;
      const last = current;
      if (
        last &&
        last.scope.projectRoot === projectRoot &&
        last.scope.outDir === outDir &&
        last.scope.publicDir === publicDir
      )
        return;
      const isIgnored = (file: string): boolean => {
        const name = path.basename(file);
        if (name === 'node_modules' || name === '.git' || file === outDir) return true;
        // What other tools write all the time is not written by an author.
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
    setFiles(next, since) {
      files = next;
      void current?.watcher.then((watcher) => watcher.setFiles(files, since));
    },
    async close() {
      const last = current;
      current = undefined;
      await (await last?.watcher)?.close();
    },
  };
}
