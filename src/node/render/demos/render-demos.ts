import { bundleDemos } from '../../bundle/bundle-site.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createDemoRenderer } from './demo-renderer.ts';
import { type DemoHtml, prerenderDemos } from './prerender-demos.ts';

/** Bundles and renders demos separately from a build. Throws a `DiagnosticError` if they cannot be bundled. */
export async function renderDemos(site: Site, demos: EmbeddedDemo[], signal?: AbortSignal): Promise<DemoHtml> {
  const { root, config } = site;
  const scripts = await bundleDemos(site, demos);
  const renderer = createDemoRenderer({ timeout: config.demoTimeout, signal });
  try {
    return await prerenderDemos(scripts, demos, { root, setup: config.demo.setup, renderer, signal });
  } finally {
    renderer.close();
  }
}
