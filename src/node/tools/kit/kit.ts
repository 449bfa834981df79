/** Commands of plugins, and what they work with. */

import fs from 'node:fs';
import path from 'node:path';
import { runPipeline } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import type { StaticServer } from '../../dev/server/static-server.ts';
import { CONFIG_NAMES } from '../../project/config/find-config.ts';
import type { Kit, SiteInMemory } from '../../project/config/kit-types.ts';
import type { ResolvedConfig, Site } from '../../project/config/types.ts';
import { cacheFolder } from '../../store/entry-files.ts';
import { serve, servedOutputs } from '../check/serve.ts';

/** Commands that the plugins of a site add. */
export interface SiteCommands {
  commands: ResolvedConfig['commands'];
  kit: Kit;
  /** Ends the servers that a command has started. */
  close(): Promise<void>;
}

/**
 * Loads the commands of a site. Resolves with undefined if its configuration names no plugins, so that a typing error in a command
 * loads nothing.
 *
 * @param options.root default: the working directory
 * @throws DiagnosticError if the configuration is invalid
 */
export async function siteCommands({
  root = process.cwd(),
  signal,
}: {
  root?: string;
  signal: AbortSignal;
}): Promise<SiteCommands | undefined> {
  const files = CONFIG_NAMES.map((name) => path.join(root, name)).filter((file) => fs.existsSync(file));
  if (!files.some((file) => fs.readFileSync(file, 'utf8').includes('plugins'))) return undefined;
  const { site } = await loadSite(root, { signal });
  const servers = new Set<StaticServer>();
  return {
    commands: site.config.commands,
    kit: createKit(site, { signal, servers }),
    close: async () => void (await Promise.all([...servers].map((server) => server.close()))),
  };
}

function createKit(site: Site, { signal, servers }: { signal: AbortSignal; servers: Set<StaticServer> }): Kit {
  const { root, projectRoot, config } = site;
  const { title, base, locales, cacheDir } = config;
  const served = new WeakMap<SiteInMemory, ReturnType<typeof servedOutputs>>();
  return {
    ...{ root, title, base, signal },
    locales: locales.map(({ id, name }) => ({ id, name })),
    cacheFolder: cacheFolder(projectRoot, cacheDir),
    async build() {
      const built = await runPipeline(site, { signal });
      const outputs = servedOutputs(built);
      const inMemory: SiteInMemory = {
        diagnostics: built.diagnostics,
        paths: [...outputs.keys()].sort(),
        demos: built.demoList.map(({ id, title, file, route, url }) => ({
          id,
          ...(title && { title }),
          file,
          route,
          url,
        })),
        async read(path) {
          const output = outputs.get(path);
          const content = typeof output === 'function' ? await output() : output;
          return typeof content === 'string' ? Buffer.from(content) : content;
        },
      };
      served.set(inMemory, outputs);
      return inMemory;
    },
    async serve(inMemory) {
      const outputs = served.get(inMemory);
      if (!outputs) throw new TypeError('serve() takes a site that build() has returned');
      const server = await serve(outputs, base);
      servers.add(server);
      return {
        url: server.url,
        close: async () => {
          servers.delete(server);
          await server.close();
        },
      };
    },
  };
}
