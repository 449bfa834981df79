import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isInside } from '../base/files/paths.ts';
import { isPostCssConfig } from '../bundle/sheets/postcss-config.ts';
import { idOfFile } from '../project/versions/names.ts';
import { createWatcher, type Watcher } from './watch/watcher.ts';

/** Folders to watch and to ignore: absolute paths. */
export interface WatchScope {
  projectRoot: string;
  outDir?: string;
  /** Folder of public files, where dotfiles and log files are not ignored. */
  publicDir?: string;
  /** Folder of versions. Archived files in it are ignored: they are read when they are requested. */
  versions?: string | false;
}

/** The configuration can change their location at any time. */
export function createSiteWatcher({
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
        // Other tools write dotfiles and log files all the time; users do not edit them.
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
    async close(): Promise<void> {
      const last = current;
      current = undefined;
      await (await last?.watcher)?.close();
    },
  };
}
