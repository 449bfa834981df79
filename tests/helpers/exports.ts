import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { decompressFromBase64 } from 'lz-string';
import type { Page } from 'playwright-core';

/** Files of an exported project by path. */
export type ProjectFiles = Record<string, string>;

const SERVICES = {
  'Open in CodeSandbox': 'https://codesandbox.io/**',
  'Open in StackBlitz': 'https://stackblitz.com/**',
} as const;

/** Opens the menu of a demo if its items are not in sight. */
export async function openDemoMenu(page: Page, card = page.locator('.demo-card').first()): Promise<void> {
  const menu = card.locator('.demo-menu');
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
}

/**
 * Clicks the button of a service and intercepts the form that it sends. No request leaves the machine.
 *
 * @param card the demo's card; by default the first one
 */
export async function catchExport(
  page: Page,
  button: keyof typeof SERVICES,
  card = page.locator('.demo-card').first(),
): Promise<ProjectFiles> {
  const context = page.context();
  const pattern = SERVICES[button];
  const sent = new Promise<{ url: string; body: string }>((resolve) => {
    void context.route(pattern, async (route) => {
      resolve({ url: route.request().url(), body: route.request().postData() ?? '' });
      await route.fulfill({ contentType: 'text/html', body: 'opened' });
    });
  });
  await openDemoMenu(page, card);
  const [tab] = await Promise.all([context.waitForEvent('page'), card.getByRole('button', { name: button }).click()]);
  const { url, body } = await sent;
  await context.unroute(pattern);
  await tab.close();
  const fields = new URLSearchParams(body);
  return url.includes('codesandbox') ? readParameters(url, fields) : readStackBlitz(url, fields);
}

function readParameters(url: string, fields: URLSearchParams): ProjectFiles {
  if ([...fields.keys()].join() !== 'parameters') throw new Error(`Fields: ${[...fields.keys()]}`);
  const text = decompressFromBase64((fields.get('parameters') ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  const { files } = JSON.parse(text) as { files: Record<string, { content: string; isBinary: boolean }> };
  const { template } = JSON.parse(files['sandbox.config.json']?.content ?? '{}') as { template?: string };
  const query = template === 'node' ? '?environment=server' : '';
  if (url !== `https://codesandbox.io/api/v1/sandboxes/define${query}`) throw new Error(`Sent to ${url}`);
  return Object.fromEntries(Object.entries(files).map(([name, { content }]) => [name, content]));
}

function readStackBlitz(url: string, fields: URLSearchParams): ProjectFiles {
  if (fields.get('project[template]') !== 'node') throw new Error('Wrong template');
  if (!/^https:\/\/stackblitz\.com\/run\?file=src%2FApp\.[jt]sx?$/.test(url)) throw new Error(`Sent to ${url}`);
  if (fields.has('project[dependencies]')) throw new Error('Only package.json may list packages');
  const files = [...fields].flatMap(([field, text]) => {
    const name = /^project\[files\]\[(.*)\]$/.exec(field)?.[1];
    return name === undefined ? [] : [[decodeURIComponent(name), text.replaceAll('\r\n', '\n')]];
  });
  return Object.fromEntries(files);
}

/** Returns the document of a project, for another script than its own. */
export function withoutScript(files: ProjectFiles): string {
  return (files['index.html'] ?? '').replace(/<script type="module".*<\/script>/, '');
}

/** A project bundled in the same way as the services do, with the default loaders. */
export interface BundledProject {
  js: string;
  css: string;
}

/** Bundles a project in a folder below `dir`, from which its packages are resolved. */
export async function bundleProject(files: ProjectFiles, dir: string): Promise<BundledProject> {
  await fs.mkdir(dir, { recursive: true });
  const folder = await fs.mkdtemp(path.join(dir, 'export-'));
  for (const [name, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), text);
  }
  const entry = Object.keys(files).find((name) => /^src\/index\.[jt]sx$/.test(name)) ?? '';
  const result = await build({
    entryPoints: [path.join(folder, entry)],
    bundle: true,
    write: false,
    outdir: folder,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.MODE': '"production"' },
    logLevel: 'silent',
  });
  const textOf = (ending: string): string => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  await fs.rm(folder, { recursive: true });
  return { js: textOf('.js'), css: textOf('.css') };
}

/** Renders a bundled project in a page. */
export async function renderProject(page: Page, files: ProjectFiles, { js, css }: BundledProject): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(`${withoutScript(files)}<style>${css}</style>`);
  await page.addScriptTag({ content: js });
}
