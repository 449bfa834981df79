import { isModuleSheet } from '../../shared/sheet-names.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { isInside } from '../base/files/paths.ts';
import { createBundleCache } from '../bundle/bundle-key.ts';
import { bundleDevShell } from '../bundle/bundle-site.ts';
import { describeFailure } from '../bundle/describe-failure.ts';
import { createSheets } from '../bundle/dev/sheets.ts';
import { areCurrent } from '../bundle/digests.ts';
import type { AllPages } from '../bundle/pages-module.ts';
import { reactFolders } from '../bundle/plugins/resolve-plugin.ts';
import { createSheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { SiteBundle } from '../bundle/types.ts';
import { findMissingTheme } from '../content/check-config.ts';
import type { Site } from '../project/config/types.ts';
import { describeLoadFailure } from '../render/render-failure.ts';
import type { PageRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { runRenderer } from './server-scripts.ts';

export interface SiteScripts {
  client: SiteBundle;
  renderer: PageRenderer;
}

export type SiteScriptsOwner = ReturnType<typeof createSiteScripts>;

/** `onInputs` receives absolute paths. */
export function createSiteScripts(
  site: Site,
  assets: AssetStore,
  { allPages, onInputs }: { allPages: AllPages; onInputs: (files: string[]) => void },
) {
  const tools = createSheetTools(site);
  const sheets = createSheets(site, tools);
  let latest: Promise<SiteScripts> | undefined;
  const make = async (): Promise<SiteScripts> => {
    // Record the current PostCSS setting, so that a later change is detected.
    tools.hasPostCss();
    // Without this check, the bundler would report that the theme has no default export.
    const missing = findMissingTheme(site);
    if (missing.length > 0) throw new DiagnosticError(missing);
    const { client, renderer: script } = await bundleDevShell(site, { cache: createBundleCache(site), allPages });
    assets.put('site-scripts', client.files);
    onInputs([...client.inputs, ...client.styleSources.files]);
    try {
      return {
        client,
        renderer: await runRenderer(script, { reactFolders: reactFolders(site), pageTimeout: site.config.pageTimeout }),
      };
    } catch (cause) {
      throw new DiagnosticError(await describeLoadFailure(cause, script, site));
    }
  };
  /** Some style sheets, such as Tailwind's, depend on the files that users edit most. */
  const restyle = async ({ client, renderer }: SiteScripts): Promise<SiteScripts> => {
    const { sheets: names } = client.styleSources;
    const made = await Promise.all(names.map(sheets.get)).catch(describeFailure(site, [], []));
    assets.put('site-styles', new Map(made.flatMap(({ files }) => [...files])));
    const styleSources = {
      sheets: names,
      files: made.flatMap(({ inputs }) => inputs),
      folders: made.flatMap(({ folders }) => folders),
    };
    const styles = made.map(({ href, integrity }, index) => ({ ...client.styles[index], href, integrity }));
    return {
      client: { ...client, styles, styleSources, warnings: made.flatMap(({ warnings }) => warnings) },
      renderer,
    };
  };
  return {
    /** Throws a DiagnosticError. */
    async get(): Promise<SiteScripts> {
      latest ??= make();
      const current = latest;
      const made = await current;
      const { digests } = made.renderer.script;
      if (!digests || (await areCurrent(digests, site, allPages))) return made;
      // Concurrent callers share one rebuild.
      if (latest === current) latest = make();
      return await latest;
    },
    /** Returns true if the site scripts must be rebuilt. */
    async update(changed: ReadonlySet<string>): Promise<boolean> {
      const isOther = tools.touch(changed);
      sheets.touch(isOther ? new Set([...changed, ...sheets.names()]) : changed);
      // If the last build failed, any file may fix it. Pages report the failure.
      const made = await latest?.catch(() => undefined);
      if (!latest || (made && !isOther && !hasGoneIn(changed, made.client))) return false;
      const isOfStyles = made?.client.inputs.every((file) => !changed.has(file));
      // Scripts contain the class names of CSS modules, so sites with CSS modules rebuild their scripts too.
      latest = made && isOfStyles && !made.client.styleSources.sheets.some(isModuleSheet) ? restyle(made) : undefined;
      // Pages await this promise and report its errors.
      latest?.catch(() => undefined);
      return true;
    },
  };
}

function hasGoneIn(changed: ReadonlySet<string>, { inputs, styleSources: { files, folders } }: SiteBundle): boolean {
  return (
    [...inputs, ...files].some((file) => changed.has(file)) ||
    folders.some((folder) => [...changed].some((file) => isInside(folder, file)))
  );
}
