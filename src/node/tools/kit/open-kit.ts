/** What commands of plugins work with. */

import { runPipeline } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import type { StaticServer } from '../../dev/server/static-server.ts';
import type { Kit, SiteInMemory } from '../../project/config/kit-types.ts';
import type { ResolvedConfig, Site } from '../../project/config/types.ts';
import { cacheFolder } from '../../store/entries.ts';
import { serve, servedOutputs } from '../check/serve.ts';

/** The kit of a site, and the commands that work with it. */
export interface OpenKit {
  kit: Kit;
  commands: ResolvedConfig['commands'];
  /** Ends the servers that commands have started. */
  close(): Promise<void>;
}

/**
 * Loads a site for commands, as the command line does.
 *
 * @param options.root default: the working directory
 * @throws DiagnosticError if the configuration is invalid
 */
export async function openKit({
  root = process.cwd(),
  signal = new AbortController().signal,
}: {
  root?: string;
  signal?: AbortSignal;
} = {}): Promise<OpenKit> {
  const { site } = await loadSite(root, { signal });
  const servers = new Set<StaticServer>();
  return {
    kit: createKit(site, { signal, servers }),
    commands: site.config.commands,
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
