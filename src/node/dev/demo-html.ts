import { hashOf } from '../base/hash.ts';
import { bundleDemoRenderer } from '../bundle/bundle-site.ts';
import type { PackagesBundle } from '../bundle/dev/packages.ts';
import { ENVIRONMENT, UNIT } from '../bundle/dev/script-variables.ts';
import type { UnitBundle } from '../bundle/dev/unit.ts';
import { type DemoScript, PACKAGES_SCRIPT, type ServerScript } from '../bundle/types.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { createDemoRenderer } from '../render/demos/demo-renderer.ts';
import { type DemoHtml, prerenderDemos } from '../render/demos/prerender-demos.ts';

/** Scripts that run before a demo: packages, and the module `prerender`. */
export interface DemoSurroundings {
  packages: PackagesBundle;
  prerender?: DemoScript;
}

/** Reuses the last HTML if no script of the demo has changed. */
export type DemoPrinter = ReturnType<typeof createDemoPrinter>;

/** The process starts with the first demo. */
export function createDemoPrinter(site: Site, reactFolders: Map<string, string>) {
  const { demoTimeout: timeout } = site.config;
  const renderer = createDemoRenderer({ timeout, processes: 1 });
  const known = new Map<string, { hashes: string[]; shared: string; html: DemoHtml }>();
  let renderDemo: Promise<DemoScript> | undefined;
  return {
    async print(
      demo: EmbeddedDemo,
      bundle: UnitBundle,
      { packages: { scripts: ofPackages, server }, prerender }: DemoSurroundings,
    ): Promise<DemoHtml> {
      renderDemo ??= rendererScript(site);
      const { library } = ofPackages;
      const scripts: DemoScript[] = [
        ...(server.isOther ? [AS_IN_BROWSER] : []),
        { ...server, name: PACKAGES_SCRIPT, map: async () => server.map },
        ...(prerender ? [prerender] : []),
        { ...library, name: 'library.js', map: async () => library.map },
        await renderDemo,
        unitScript(demo.id, bundle),
      ];
      // Stores hashes instead of the code, because each page has its own packages.
      const hashes = scripts.map(({ code, hash }) => hash ?? hashOf(code));
      const last = known.get(demo.id);
      if (last?.hashes.every((hash, index) => hash === hashes[index])) return last.html;
      const modules = [...bundle.packages.keys()];
      const requestOf = () => ({ id: demo.id, modules, isAlone: demo.volatile ?? false });
      // An edit of the demo alone changes only the last script.
      const shared = [...hashes.slice(0, -1), ...modules].join();
      const html = await prerenderDemos({ scripts, reactFolders, requestOf }, [demo], {
        root: site.root,
        setup: site.config.demo.setup,
        renderer,
        isVerified: last?.shared === shared && last.html.html.has(demo.id) && last.html.leaks.length === 0,
      });
      known.set(demo.id, { hashes, shared, html });
      return html;
    },
    last: (id: string): DemoHtml | undefined => known.get(id)?.html,
    retain(ids: ReadonlySet<string>): void {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
    close: renderer.close,
  };
}

const AS_IN_BROWSER: DemoScript = {
  name: 'environment.js',
  code: `globalThis.${ENVIRONMENT} = 'development';`,
  map: async () => '',
};

async function rendererScript(site: Site): Promise<DemoScript> {
  const code = await bundleDemoRenderer(site);
  return { name: 'renderer.js', code, hash: hashOf(code), map: async () => '' };
}

function unitScript(id: string, { code, map, compilable }: UnitBundle): DemoScript {
  const name = JSON.stringify(id);
  const withEntry = (text: string): string =>
    `${text}\n;(globalThis.demos ??= {})[${name}] = () => renderDemo(${name}, async () => ${UNIT}.module);`;
  return {
    name: 'demos.js',
    isOwn: true,
    code: withEntry(code),
    map: async () => map,
    async compilable(): Promise<ServerScript> {
      const script = await compilable();
      return { ...script, code: withEntry(script.code) };
    },
  };
}
