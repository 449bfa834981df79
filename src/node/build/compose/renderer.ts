/** The page renderer runs the author's code in this process, and explains the errors of that code. */
import path from 'node:path';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { StrayError } from '../../base/errors.ts';
import { isInConfigCopy } from '../../base/files/config-copy.ts';
import { bundleRenderer } from '../../bundle/bundle-site.ts';
import { configDiagnostics } from '../../bundle/config-errors.ts';
import type { AllPages } from '../../bundle/pages-module.ts';
import type { ServerScript } from '../../bundle/types.ts';
import type { SourcePage } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';
import { describeLoadFailure } from '../../render/render-failure.ts';
import { importRenderer, type PageRenderer, SERVER_SCRIPT } from '../../render/server-module.ts';
import type { PageJob } from '../../render/types.ts';
import type { Cache } from '../../store/cache.ts';

export type RendererLoader = ReturnType<typeof createRendererLoader>;

export function createRendererLoader(site: Site, cache: Cache) {
  const { pageTimeout } = site.config;
  let script: ServerScript | undefined;
  let pages: SourcePage[] = [];
  let isLoaded = false;
  return {
    /** Loads the renderer. Throws a DiagnosticError. `live`: pages whose modules are included, if the pages have any. */
    async load(live: PageJob[], allPages: AllPages): Promise<PageRenderer> {
      const bundled = await bundleRenderer(site, live, { cache, allPages });
      script = bundled;
      pages = live.map(({ page }) => page).filter(({ format }) => format === 'mdx');
      try {
        const renderer = await importRenderer(bundled, pageTimeout);
        isLoaded = true;
        return {
          ...renderer,
          inDevelopment: async () =>
            await importRenderer(await bundleRenderer(site, live, { development: true, allPages }), pageTimeout),
        };
      } catch (cause) {
        throw new DiagnosticError(await describeLoadFailure(cause, bundled, site, pages));
      }
    },
    /** Returns an unhandled error as an error in the file that caused it. Returns other errors unchanged. */
    async explain(error: unknown): Promise<unknown> {
      if (!(error instanceof StrayError)) return error;
      const { cause = error } = error;
      const stack = cause instanceof Error ? (cause.stack ?? '') : '';
      if (site.configFile && isInConfigCopy(stack, site.configFile))
        return new DiagnosticError(await configDiagnostics(cause, path.join(site.root, site.configFile), site.root), 2);
      const isOfPages = cause === error ? !isLoaded : stack.includes(SERVER_SCRIPT);
      if (!script || !isOfPages) return error;
      return new DiagnosticError(await describeLoadFailure(cause, script, site, pages));
    },
  };
}
