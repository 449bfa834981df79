import { createBundleCache } from '../bundle/bundle-cache.ts';
import { bundleShell } from '../bundle/bundle-site.ts';
import { reactFolders } from '../bundle/resolve-plugin.ts';
import type { SiteBundle } from '../bundle/types.ts';
import type { Site } from '../config/types.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { describeLoadFailure } from '../prerender/render-failure.ts';
import type { PageRenderer } from '../prerender/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { runRenderer } from './server-scripts.ts';

/** What every page needs: the runtime and the theme for the browser, and the renderer. */
export interface Shell {
  client: SiteBundle;
  renderer: PageRenderer;
}

/** Owner of the shell. */
export interface ShellOwner {
  /** Makes it, when that was not done. Throws a DiagnosticError. */
  get(): Promise<Shell>;
  /** Takes note of changed files (absolute paths); true when it must be made anew. */
  update(changed: ReadonlySet<string>): Promise<boolean>;
}

/** @param onInputs told of the files that went in (absolute paths) */
export function createShellOwner(site: Site, assets: AssetStore, onInputs: (files: string[]) => void): ShellOwner {
  let shell: Promise<Shell> | undefined;
  const make = async (): Promise<Shell> => {
    const { client, renderer: script } = await bundleShell(site, createBundleCache(site));
    assets.put('shell', client.files);
    onInputs(client.inputs);
    try {
      return { client, renderer: runRenderer(script, reactFolders(site.projectRoot)) };
    } catch (cause) {
      throw new DiagnosticError(await describeLoadFailure(cause, script, site.root));
    }
  };
  return {
    get() {
      shell ??= make();
      return shell;
    },
    async update(changed) {
      // One that could not be made, as is told where a page is shown, may be mended by any file.
      const inputs = await shell?.then(({ client }) => client.inputs).catch(() => undefined);
      if (!shell || inputs?.every((file) => !changed.has(file))) return false;
      shell = undefined;
      return true;
    },
  };
}
