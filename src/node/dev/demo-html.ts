import { bundleDemoRenderer } from '../bundle/bundle-site.ts';
import type { DemoScripts } from '../bundle/demo-scripts.ts';
import { UNIT, type UnitBundle } from '../bundle/dev/unit.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { createDemoRenderer } from '../prerender/demo-renderer.ts';
import { type DemoHtml, prerenderDemos } from '../prerender/demos.ts';

/** Renders demos to HTML in a child process, again only when something of them has changed. */
export interface DemoPrinter {
  /** @param live scripts that the demo runs with */
  print(demo: EmbeddedDemo, bundle: UnitBundle, live: DemoScripts): Promise<DemoHtml>;
  /** The demo as it was last rendered. */
  last(id: string): DemoHtml | undefined;
  /** Lets go of all demos but these. */
  retain(ids: ReadonlySet<string>): void;
  close(): void;
}

/** Creates a printer; its process starts with the first demo. */
export function createDemoPrinter(site: Site): DemoPrinter {
  const { demoTimeout: timeout } = site.config;
  const renderer = createDemoRenderer({ timeout });
  const known = new Map<string, { scripts: string[]; html: DemoHtml }>();
  let renderDemo: Promise<string> | undefined;
  return {
    async print(demo, { code, map }, live) {
      renderDemo ??= bundleDemoRenderer(site);
      const scripts = [code, live.packages, await renderDemo];
      const last = known.get(demo.id);
      if (last?.scripts.every((script, index) => script === scripts[index])) return last.html;
      const id = JSON.stringify(demo.id);
      const server = {
        code: `${code}\n;(globalThis.demos ??= {})[${id}] = () => renderDemo(${id}, async () => ${UNIT}.module);`,
        map: async () => map,
      };
      const packages = scripts.slice(1).join('\n');
      const html = await prerenderDemos({ ...live, server, packages }, [demo], { root: site.root, timeout, renderer });
      known.set(demo.id, { scripts, html });
      return html;
    },
    last: (id) => known.get(id)?.html,
    retain(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
    close: renderer.close,
  };
}
