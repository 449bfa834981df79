import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DemoSource, LessSources, LiveScripts, ModuleSheet } from '../../../shared/demo-source.ts';
import type { DemoDependency } from '../../../shared/entities.ts';
import type { DemoFile } from '../../../shared/page-data.ts';
import { STORYBOOK } from '../../../shared/sandbox-sources.ts';
import { isSassSheet } from '../../../shared/sheet-names.ts';
import { relativePath, toPosix } from '../../base/files/paths.ts';
import { decodeEntities } from '../../base/html-text.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';
import { build } from '../esbuild/bundler.ts';
import { metaEnv } from '../esbuild/environment.ts';
import { SCRIPT } from '../esbuild/module-bridge.ts';
import { exportsOf } from '../esbuild/module-exports.ts';
import { isReact, STORYBOOK_MODULE } from '../plugins/resolve-plugin.ts';
import type { DemoModule, SiteBundle } from '../types.ts';
import { entryFiles, type GraphFile } from './demo-graph.ts';
import { componentsOf, mediaOf } from './demo-media.ts';
import type { FrameScripts } from './demo-scripts.ts';
import { createBoundary, type PackageBoundary } from './package-boundary.ts';

/** Lists the files of demos, including the files that Less and Sass style sheets import. */
export function listDemoFiles(
  site: Site,
  demos: EmbeddedDemo[],
  scripts: Pick<FrameScripts, 'files'>,
  bundle: Pick<SiteBundle, 'sheetImports'>,
): Map<string, GraphFile[]> {
  const { isOwn } = createBoundary(site, entryFiles(demos));
  return new Map(
    demos.map((demo) => {
      const files = scripts.files.get(demo.id) ?? [];
      const folder = path.dirname(demo.filePath);
      const sheets = files
        .flatMap(({ filePath, isSetup }) =>
          (bundle.sheetImports.get(filePath) ?? []).map((sheet) => ({ filePath: sheet.filePath, isSetup })),
        )
        .filter(({ filePath }) => isOwn(filePath) && !files.some((file) => file.filePath === filePath))
        .map(({ filePath, isSetup }): GraphFile => {
          return { name: relativePath(folder, filePath), filePath, imports: {}, ...(isSetup && { isSetup }) };
        });
      return [demo.id, uniqueByName([...files, ...sheets])];
    }),
  );
}

function uniqueByName(files: GraphFile[]): GraphFile[] {
  const names = new Set<string>();
  return files.filter(({ name }) => !names.has(name) && names.add(name));
}

export interface DemoSourceInput {
  site: Site;
  /** Demos with their source files (the entry first) and the files that readers see. */
  demos: { demo: EmbeddedDemo; files: GraphFile[]; shown: DemoFile[]; module?: DemoModule }[];
  scripts: FrameScripts;
  bundle: Pick<SiteBundle, 'sheets' | 'sheetImports'>;
  live: LiveScripts;
}

/** Creates the data for editing and exporting demos. An inline demo has no card, and so no such data. */
export async function createDemoSources(input: DemoSourceInput): Promise<Map<string, DemoSource>> {
  const boundary = createBoundary(input.site, entryFiles(input.demos.map(({ demo }) => demo)));
  const shown = input.demos.filter(({ demo }) => !demo.inline);
  const { setup } = input.site.config.demo;
  const hasWrapper = shown.length > 0 && setup !== undefined && (await exportsOf(setup)).includes('Wrapper');
  const isOfStories = shown.some(({ files }) => files.some(importsStorybook));
  const storybook = isOfStories ? await storybookCode() : undefined;
  return new Map(
    await Promise.all(
      shown.map(
        async (known) =>
          [known.demo.id, await createDemoSource(known, input, { boundary, hasWrapper, storybook })] as const,
      ),
    ),
  );
}

function importsStorybook({ imports }: GraphFile): boolean {
  return Object.values(imports).includes(STORYBOOK);
}

/** Returns the module that replaces imports from Storybook in exported projects. */
async function storybookCode(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [STORYBOOK_MODULE],
    ...{ bundle: true, write: false, format: 'esm', target: 'es2022', external: ['react'], logLevel: 'silent' },
  });
  return outputFiles[0]?.text ?? '';
}

async function createDemoSource(
  { demo, files, shown, module }: DemoSourceInput['demos'][number],
  input: DemoSourceInput,
  {
    boundary,
    hasWrapper,
    storybook,
  }: { boundary: PackageBoundary; hasWrapper: boolean; storybook: string | undefined },
): Promise<DemoSource> {
  const { site, scripts, bundle, live } = input;
  const configured = site.config.export.dependencies;
  const { template } = site.config.sandbox;
  const sheets = module?.sheets ?? [];
  const imported = [...new Set(files.flatMap(({ imports }) => Object.values(imports)))].filter(
    (target) => !target.startsWith('./'),
  );
  const own = files.filter(({ isSetup }) => !isSetup);
  const less = lessSources(own, bundle, site.projectRoot);
  const setup = files.find(({ filePath, wanted }) => filePath === site.config.demo.setup && !wanted);
  const setupModules = setupModulesOf(files);
  const modules = { ...(await componentsOf(files, site)), ...setupModules };
  const codes: Record<string, string> = {
    ...setupModules,
    ...Object.fromEntries(shown.map(({ name, code }) => [name, code])),
  };
  const { prefersColor } = site.config.themeConfig;
  const colorMarks = prefersColor.class ?? prefersColor.attribute;
  const cssModules = moduleSheets(sheets, files, input);
  return {
    asset: {
      type: 'BLOCK',
      id: demo.id,
      entry: files[0]?.name ?? '',
      title: demo.title,
      description: htmlText(demo.description),
      keywords: demo.keywords,
      dependencies: {
        ...Object.fromEntries(
          shown.map(({ name, code }): [string, DemoDependency] => [name, { type: 'FILE', value: code }]),
        ),
        ...packagesOf(imported, scripts, site),
      },
    },
    imports: Object.fromEntries(
      files.flatMap((file) =>
        file.wanted ? [] : [[file.name, { ...typeImports(file, codes[file.name], boundary), ...file.imports }]],
      ),
    ),
    styles: Object.fromEntries(
      sheets.map((sheet) => [nameOfSheet(sheet, files, input), bundle.sheets.get(sheet)?.css ?? '']),
    ),
    cssModules,
    built: builtFiles(own, bundle),
    media: mediaOf(files),
    ...(Object.keys(modules).length > 0 && { modules }),
    ...(storybook && files.some(importsStorybook) && { storybook }),
    ...(setup && { setup: { entry: setup.name, hasWrapper } }),
    ...(Object.values(codes).some((code) => /\b(?:process\.env|import\.meta)\b/.test(code)) && {
      env: metaEnv(site),
    }),
    less,
    ...(template !== 'vite' && { template }),
    ...(Object.keys(configured).length > 0 && { versions: configured }),
    ...(colorMarks && { prefersColor }),
    live: { ...live, less: less && live.less, cssModules: cssModules && live.cssModules },
  };
}

/** Finds type imports from the library, because the bundler removes them, but an exported project needs them. */
function typeImports(file: GraphFile, code = '', { isOwn, nameOf }: PackageBoundary): Record<string, string> {
  const imports: Record<string, string> = {};
  for (const [, specifier = ''] of code.matchAll(/\bfrom\s*['"](\.[^'"\n]*)['"]/g)) {
    const target = path.resolve(path.dirname(file.filePath), specifier);
    const found = ENDINGS.map((ending) => target + ending).find((name) =>
      fs.statSync(name, { throwIfNoEntry: false })?.isFile(),
    );
    if (found && !isOwn(found)) imports[specifier] = nameOf(specifier, found);
  }
  return imports;
}

const ENDINGS = ['', '.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx'];

/** Returns the packages of modules. React is always included. */
function packagesOf(modules: string[], scripts: FrameScripts, site: Site): Record<string, DemoDependency> {
  const versions = new Map<string, string>([
    ['react', reactVersion('react', scripts)],
    ['react-dom', reactVersion('react', scripts)],
  ]);
  const libraries = librariesOf(site);
  for (const module of modules) {
    if (isReact(module) || module === STORYBOOK) continue;
    const name = packageName(module);
    const own = libraries.find((library) => library.name === name)?.version;
    versions.set(name, own ?? versionOf(name, scripts.modules.get(module) ?? ''));
  }
  return Object.fromEntries([...versions].map(([name, value]) => [name, { type: 'NPM', value }]));
}

function packageName(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

function reactVersion(name: string, { reactFolders }: FrameScripts): string {
  try {
    const manifest = createRequire(path.join(reactFolders.get(name) ?? '', 'x.js'))(`${name}/package.json`);
    return manifest.version ?? 'latest';
  } catch {
    // The package is not installed, which the bundler has reported, or its package.json is not exported.
    return 'latest';
  }
}

function versionOf(name: string, filePath: string): string {
  for (let dir = path.dirname(filePath); dir !== path.dirname(dir); dir = path.dirname(dir)) {
    const file = path.join(dir, 'package.json');
    if (!fs.existsSync(file)) continue;
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as { name?: string; version?: string };
    // Some packages have package.json files without a name in subfolders, which only set the module type.
    if (manifest.name === name) return manifest.version ?? 'latest';
  }
  return 'latest';
}

function moduleSheets(
  sheets: string[],
  files: GraphFile[],
  input: DemoSourceInput,
): Record<string, ModuleSheet> | undefined {
  const found = sheets.flatMap((sheet): [string, ModuleSheet][] => {
    const { module } = input.bundle.sheets.get(sheet) ?? {};
    return module ? [[nameOfSheet(sheet, files, input), module]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function builtFiles(files: GraphFile[], { sheets, sheetImports }: DemoSourceInput['bundle']): string[] | undefined {
  const built = files.filter(({ filePath }) => sheets.get(filePath)?.isBuilt);
  const imported = new Set(
    built.flatMap(({ filePath }) => sheetImports.get(filePath) ?? []).map(({ filePath }) => filePath),
  );
  const names = files
    .filter((file) => built.includes(file) || imported.has(file.filePath) || isSassSheet(file.name))
    .map(({ name }) => name);
  return names.length > 0 ? names : undefined;
}

function nameOfSheet(sheet: string, files: GraphFile[], { site, scripts }: DemoSourceInput): string {
  const own = files.find(({ filePath }) => filePath === sheet);
  if (own) return `./${own.name}`;
  for (const [name, filePath] of scripts.modules) if (filePath === sheet) return name;
  // The style sheet is imported by a package or by the library.
  return virtualPath(sheet, site.projectRoot).replace(/^\/\w+\//, '');
}

function setupModulesOf(files: GraphFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ name, filePath, isSetup, wanted }) =>
      isSetup && !wanted && (SCRIPT.test(name) || name.endsWith('.json'))
        ? [[name, fs.readFileSync(filePath, 'utf8')]]
        : [],
    ),
  );
}

/** Returns Less sources with paths that do not reveal the folders on this machine. */
function lessSources(
  files: GraphFile[],
  bundle: DemoSourceInput['bundle'],
  projectRoot: string,
): LessSources | undefined {
  const own = files.filter(({ name }) => name.endsWith('.less'));
  if (own.length === 0) return undefined;
  const imports = own.flatMap(({ filePath }) => bundle.sheetImports.get(filePath) ?? []);
  const toPath = (filePath: string): string => virtualPath(filePath, projectRoot);
  return {
    paths: Object.fromEntries(own.map(({ name, filePath }) => [`./${name}`, toPath(filePath)])),
    files: Object.fromEntries(imports.map(({ filePath, text }) => [toPath(filePath), text])),
    lookups: Object.fromEntries(
      imports.map(({ folder, request, filePath }) => [`${toPath(folder)}\n${request}`, toPath(filePath)]),
    ),
  };
}

function virtualPath(filePath: string, projectRoot: string): string {
  const [, inPackage] = /.*\/node_modules\/(.*)/s.exec(toPosix(filePath)) ?? [];
  if (inPackage) return `/packages/${inPackage}`;
  return `/project/${relativePath(projectRoot, filePath)}`.replace(/\/$/, '');
}

/** Converts a description to text. On a card, a description is HTML. */
function htmlText(html: string | undefined): string | undefined {
  return html && decodeEntities(html.replace(/<[^>]*>/g, '')).trim();
}
