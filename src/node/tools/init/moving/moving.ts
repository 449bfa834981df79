/** Migrates a site of another tool (`init --from`): reads the site, and plans the files of a new folder. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { normalizeRoute, routeOfFile } from '../../../../shared/route-path.ts';
import { isInside, relativePath } from '../../../base/files/paths.ts';
import type { MoveTool } from '../choices.ts';
import { convertPage } from './convert-text.ts';
import { findDocusaurus, readDocusaurus } from './docusaurus.ts';
import type { MovedPage, MovedSite, Remark } from './moved-site.ts';
import { findVitepress, readVitepress } from './vitepress.ts';

/** Folder of pages in the new site. */
const DOCS = 'docs';

/** Returns the site of another tool in a folder. If `tool` is set, looks only for a site of that tool. */
export function findMovedSite(folder: string, tool?: MoveTool): MovedSite | undefined {
  const vitepress = tool === 'docusaurus' ? undefined : findVitepress(folder);
  if (vitepress !== undefined) return readVitepress(vitepress);
  const docusaurus = tool === 'vitepress' ? undefined : findDocusaurus(folder);
  return docusaurus === undefined ? undefined : readDocusaurus(docusaurus);
}

/** Leaves out files that an earlier run has written inside the old site. */
export function withoutFolder(site: MovedSite, folder: string): MovedSite {
  return {
    ...site,
    pages: site.pages.filter(({ source }) => source === undefined || !isInside(folder, source)),
    files: new Map([...site.files].filter(([source]) => !isInside(folder, source))),
  };
}

/** Returns the files of the new site by path. `MOVING.md` contains the remarks. */
export function moveFiles(
  site: MovedSite,
  version: string,
): { files: Map<string, string | Uint8Array>; remarks: number } {
  const files = new Map<string, string | Uint8Array>();
  const remarks = [...site.remarks];
  const targets = targetsOf(site);
  for (const page of site.pages) {
    const route = routeOf(page);
    const former = page.urls.map((one) => one.replace(/(?<=.)\/$/, '')).filter((one) => one !== route);
    if (former.length > 0) page.frontmatter = { ...page.frontmatter, redirectFrom: former };
    const resolve = (url: string): string | undefined => resolveLink(url, { page, site, targets });
    const remark = (one: Remark): void => void remarks.push(one);
    files.set(`${DOCS}/${page.to}`, convertPage(page, { rules: site.rules, resolve, remark }));
  }
  for (const [source, to] of site.files) files.set(`${DOCS}/${to}`, readFileSync(source));
  const config = withRoutes({ ...site.config, resolve: { forceKebabCaseRouting: false } }, targets);
  files.set(
    'cascader-docs.config.ts',
    `import { defineConfig } from 'cascader-docs';\n\nexport default defineConfig(${JSON.stringify(config, null, 2)});\n`,
  );
  files.set('package.json', manifestOf(site, { ...packagesFor([...files.values()]), 'cascader-docs': `^${version}` }));
  files.set('.gitignore', 'node_modules\ndist\n');
  files.set('MOVING.md', listOf(site, remarks));
  return { files, remarks: remarks.length };
}

function routeOf({ to }: MovedPage): string {
  return routeOfFile(to, { locales: [], kebabCase: false }).routePath;
}

/** Replaces routes of the old site in the menus. */
function withRoutes<Value>(value: Value, targets: Targets): Value {
  return JSON.parse(JSON.stringify(value), (key, one: unknown) => {
    const page = key === 'link' && typeof one === 'string' ? targets.byUrl.get(normalizeRoute(one)) : undefined;
    return page ? routeOf(page) : one;
  }) as Value;
}

/** Paths in the folder of pages, by absolute path and by route in the old site. */
interface Targets {
  byFile: Map<string, string>;
  byUrl: Map<string, MovedPage>;
}

function targetsOf({ pages, files }: MovedSite): Targets {
  const byFile = new Map(files);
  const byUrl = new Map<string, MovedPage>();
  for (const page of pages) {
    if (page.source !== undefined) byFile.set(page.source, page.to);
    for (const url of page.urls) byUrl.set(normalizeRoute(url), page);
  }
  return { byFile, byUrl };
}

/** Returns the new URL of a link, or undefined if the link does not change. */
function resolveLink(
  written: string,
  { page, site, targets }: { page: MovedPage; site: MovedSite; targets: Targets },
): string | undefined {
  const url = written.replace(/^pathname:\/\//, '');
  if (/^(?:[a-z][a-z+.-]*:|\/\/|#)/i.test(url)) return undefined;
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  if (pathname === '') return undefined;
  const decoded = decodeURI(pathname);
  const source = page.source ?? path.join(site.folder, 'index.md');
  const file = decoded.startsWith('@site/')
    ? path.join(site.folder, decoded.slice('@site/'.length))
    : decoded.startsWith('/')
      ? undefined
      : path.resolve(path.dirname(source), decoded);
  const to = file && targets.byFile.get(file);
  const found = to ?? pageAt(decoded, { page, targets, file });
  if (found === undefined) return url === written ? undefined : url;
  const publicPath = /^public(\/.*)/.exec(found)?.[1];
  if (decoded.startsWith('/') && `/${found}` === decoded) return undefined;
  const relative = publicPath ?? relativePath(path.join('/', path.dirname(page.to)), path.join('/', found));
  const next = publicPath ?? (relative.startsWith('.') ? relative : `./${relative}`);
  return path.posix.normalize(next) === path.posix.normalize(decoded) ? undefined : encodeURI(next) + rest;
}

/** Returns the path of the page at a route, or at a file path without an extension. */
function pageAt(
  url: string,
  { page, targets, file }: { page: MovedPage; targets: Targets; file: string | undefined },
): string | undefined {
  const stem = file?.replace(/\.html$/, '').replace(/\/$/, '');
  const named = ['.md', '.mdx', '/index.md', '/index.mdx'].flatMap(
    (end) => (stem && targets.byFile.get(stem + end)) || [],
  );
  if (named[0] !== undefined) return named[0];
  const [own = '/'] = page.urls;
  const absolute = url.startsWith('/') ? url : path.posix.join(path.posix.dirname(own), url);
  return targets.byUrl.get(normalizeRoute(absolute))?.to;
}

/** Packages that draw formulas and diagrams, and the text that pages with them contain. */
const DRAWING = [
  { name: 'beautiful-mermaid', version: '^1.1.3', mark: /^\s*(?:```|~~~)mermaid/m },
  { name: 'temml', version: '^0.13.5', mark: /\$`|^\s*```math/m },
];

function packagesFor(files: (string | Uint8Array)[]): Record<string, string> {
  const needed = DRAWING.filter(({ mark }) => files.some((file) => typeof file === 'string' && mark.test(file)));
  return Object.fromEntries(needed.map(({ name, version }) => [name, version]));
}

function manifestOf({ folder, tool }: MovedSite, packages: Record<string, string>): string {
  const file = path.join(folder, 'package.json');
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }) : {};
  const manifest = {
    name: old.name ?? `docs-from-${tool.toLowerCase()}`,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      docs: 'cascader-docs dev',
      'docs:build': 'cascader-docs build',
      'docs:preview': 'cascader-docs preview',
    },
    devDependencies: { ...packages, react: '^19.0.0', 'react-dom': '^19.0.0' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function listOf({ tool, folder, pages }: MovedSite, remarks: Remark[]): string {
  const items = remarks.map(({ text, page, line }) => {
    const source = page?.source === undefined ? page?.to : relativePath(folder, page.source);
    return source === undefined ? `- ${text}` : `- ${source}${line === undefined ? '' : `:${line}`}: ${text}`;
  });
  return [
    `# Moving from ${tool}`,
    '',
    `${pages.filter(({ urls }) => urls.length > 0).length} pages were migrated. Routes that have changed redirect to the new ones. Before you publish, compare all routes with the old site:`,
    '',
    '```bash',
    'npx cascader-docs build --against https://old-site.example/sitemap.xml',
    '```',
    '',
    '## What is left to do',
    '',
    ...(items.length > 0 ? [...new Set(items)] : ['Nothing.']),
    '',
  ].join('\n');
}
