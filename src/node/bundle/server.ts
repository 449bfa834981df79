import { build } from 'esbuild';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { appFile, commonOptions } from './client.ts';
import { demoEntry, type InteractivePage, moduleEntry } from './entries.ts';
import type { DemoServer } from './types.ts';

/**
 * The server's rendering of pages as one self-contained ES module: the app's server entry, the theme, and the interactive
 * pages by source path as `modules`. React is inside, in its production build.
 */
export async function bundleServerEntry(site: Site, pages: InteractivePage[]): Promise<string> {
  const contents = [
    `export { renderPage, builtinNames } from ${JSON.stringify(appFile('server-entry.tsx'))};`,
    ...pages.map(({ page }, index) => `import page${index} from ${JSON.stringify(moduleEntry(page))};`),
    `export const modules = {${pages.map(({ page }, index) => `${JSON.stringify(page.sourcePath)}: page${index}`).join(', ')}};`,
  ].join('\n');
  const result = await build({
    ...commonOptions(site, pages, []),
    stdin: { contents, resolveDir: site.root, loader: 'js' },
    outdir: site.root,
    platform: 'node',
    format: 'esm',
    // For the stack of a page that throws.
    sourcemap: pages.length > 0 ? 'inline' : false,
    sourcesContent: false,
    banner: {
      js: "import { createRequire as createServerRequire } from 'node:module'; const require = createServerRequire(import.meta.url);",
    },
  });
  return result.outputFiles?.find((output) => output.path.endsWith('.js'))?.text ?? '';
}

/**
 * The demos as one script for the demo renderer: `globalThis.demos` has a function by demo id that renders it to HTML.
 * Each demo's modules are evaluated when it is asked for, React among them, so that a fresh context shares nothing.
 */
export async function bundleDemoServer(site: Site, demos: EmbeddedDemo[]): Promise<DemoServer | null> {
  if (demos.length === 0) return null;
  const contents = [
    `import { renderDemo } from ${JSON.stringify(appFile('demo-server-entry.tsx'))};`,
    'globalThis.demos = {',
    ...demos.map(
      (demo) =>
        `  ${JSON.stringify(demo.id)}: () => renderDemo(${JSON.stringify(demo.id)}, () => import(${JSON.stringify(demoEntry(demo))})),`,
    ),
    '};',
  ].join('\n');
  const run = async (sourcemap: 'external' | false, ending: string): Promise<string> => {
    const result = await build({
      ...commonOptions(site, [], demos),
      stdin: { contents, resolveDir: site.root, loader: 'js' },
      platform: 'browser',
      format: 'iife',
      outdir: site.root,
      sourcemap,
    });
    return result.outputFiles?.find((output) => output.path.endsWith(ending))?.text ?? '';
  };
  return { code: await run(false, '.js'), map: () => run('external', '.js.map') };
}
