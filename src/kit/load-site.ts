import { runPipeline } from '../node/build/pipeline.ts';
import { loadSite } from '../node/build/site.ts';
import type { LoadedSite, SiteInMemory } from '../node/project/config/kit-types.ts';
import { cacheFolder } from '../node/store/entries.ts';
import { serve, servedOutputs } from '../node/tools/check/serve.ts';

/**
 * Loads a site for a command.
 *
 * @param servers the open servers of the command: they are added when they start, and deleted when they are closed
 */
export async function loadForCommand(
  folder: string,
  { signal, servers }: { signal: AbortSignal; servers: Set<{ close(): Promise<void> }> },
): Promise<LoadedSite> {
  const { site } = await loadSite(folder, { signal });
  const { root, projectRoot, config } = site;
  const { title, base, locales, cacheDir } = config;
  const served = new WeakMap<SiteInMemory, ReturnType<typeof servedOutputs>>();
  return {
    ...{ root, title, base },
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
