import path from 'node:path';
import type { BuildFailure, BuildOptions, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { isInside, relativePath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';
import { createTypeScriptProjects, type TypeScriptProjects } from '../project/tsconfig.ts';
import { build } from './esbuild/bundler.ts';
import { convertMessage } from './esbuild/convert-message.ts';
import { bridgePlugin } from './esbuild/module-bridge.ts';
import { assetLoaders } from './plugins/assets-plugin.ts';
import { projectPlugins } from './plugins/project-plugins.ts';
import { resolvePlugin } from './plugins/resolve-plugin.ts';
import { typescriptPlugin } from './plugins/typescript-plugin.ts';
import { createSheetCompiler } from './sheets/sheet-compiler.ts';

/** Project that was exported for a demo. */
export interface ProjectFolder {
  /** Absolute, real path of the project. */
  folder: string;
  entry: string;
  packages: ReadonlySet<string>;
}

/** Options for bundling applications. */
export const APPLICATION = {
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'silent',
  charset: 'utf8',
  jsx: 'automatic',
} satisfies BuildOptions;

/**
 * Bundles projects as online editors do, but with the packages of the site. The projects are in one folder, and share modules. Returns
 * files by paths such as `folder/index.js`. Throws a `DiagnosticError` with locations in exported files.
 */
export async function bundleProjects(
  site: Site,
  exported: readonly ProjectFolder[],
  { development = false }: { development?: boolean } = {},
): Promise<Map<string, Uint8Array>> {
  const { define, loader, conditions } = site.config.esbuild;
  const [first] = exported;
  if (!first) return new Map();
  const isOne = exported.length === 1;
  const above = path.dirname(first.folder);
  const outdir = path.join(above, 'out');
  const projectOf = projectsIn(above, exported);
  const projects = projectsOutside(site, projectOf);
  try {
    const { outputFiles } = await build({
      entryPoints: Object.fromEntries(
        exported.map((one) => [`${nameOf(one)}/index`, path.join(one.folder, one.entry)] as const),
      ),
      absWorkingDir: isOne ? first.folder : above,
      outdir,
      splitting: !isOne,
      ...APPLICATION,
      tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', target: 'es2022', useDefineForClassFields: true } },
      mainFields: ['module', 'browser', 'main'],
      // These values are the same as in the exported template; no other environment variables exist.
      define: {
        ...define,
        'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production'),
        'import.meta.env.MODE': JSON.stringify(development ? 'development' : 'production'),
        'process.env': '{}',
        global: 'globalThis',
      },
      // The library's source replaces its published package, which is built with these conditions.
      ...(conditions.length > 0 && { conditions: ['module', ...conditions] }),
      loader: { ...assetLoaders('dataurl'), ...loader },
      plugins: [
        boundaryPlugin(projectOf),
        ...projectPlugins(site),
        typescriptPlugin(projects, []),
        createSheetCompiler(site).plugin('local'),
        bridgePlugin(),
        resolvePlugin(site, { projects }),
      ],
    });
    return new Map(outputFiles.map(({ path: file, contents }) => [relativePath(outdir, file), contents]));
  } catch (failure) {
    const { errors } = failure as Partial<BuildFailure>;
    if (!Array.isArray(errors)) throw failure;
    throw new DiagnosticError(errors.map((message) => convertMessage(message, 'error', { site })));
  }
}

function nameOf({ folder }: ProjectFolder): string {
  return path.basename(folder);
}

type ProjectOf = (filePath: string) => ProjectFolder | undefined;

/** Creates a function that returns the project containing a path. The function is called for each import in all bundled packages. */
function projectsIn(above: string, exported: readonly ProjectFolder[]): ProjectOf {
  const byName = new Map(exported.map((one) => [nameOf(one), one]));
  return (filePath) =>
    isInside(above, filePath) ? byName.get(relativePath(above, filePath).split('/')[0] ?? '') : undefined;
}

/** Ignores configurations above an exported project's folder, because they are not exported. */
function projectsOutside(site: Site, projectOf: ProjectOf): TypeScriptProjects {
  const projects = createTypeScriptProjects(site);
  return {
    ...projects,
    settingsOf: (dir, filePath) => (projectOf(dir) ? undefined : projects.settingsOf(dir, filePath)),
  };
}

/** Bundles the source of the documented library, because the library is not installed in its own project. */
function boundaryPlugin(projectOf: ProjectOf): Plugin {
  return {
    name: 'project-boundary',
    setup(build) {
      const resolve = async (target: string, args: OnResolveArgs): Promise<OnResolveResult> => {
        const { kind, importer, resolveDir } = args;
        return await build.resolve(target, { kind, importer, resolveDir, pluginData: boundaryPlugin });
      };
      build.onResolve({ filter: /.*/ }, async (args) => {
        const { kind, importer, path: specifier } = args;
        if (args.pluginData === boundaryPlugin || kind === 'entry-point') return;
        const project = projectOf(importer);
        if (!project) return;
        const { folder, packages } = project;
        // The library's name or an alias was checked before, and now resolves to the source.
        if (args.pluginData === resolvePlugin) return;
        if (/^(?:(?:https?:)?\/\/|data:)/.test(specifier)) return kind === 'url-token' ? { external: true } : undefined;
        if (/\.(?:less|s[ac]ss|styl)$/.test(specifier))
          return { errors: [{ text: `Online editors cannot compile ${specifier}, so it must be exported as CSS` }] };
        if (/^\.{0,2}\//.test(specifier)) {
          const found = await resolve(specifier, args);
          return found.errors?.length === 0 && found.path && !isInside(folder, found.path)
            ? { errors: [{ text: `${specifier} is outside of the exported project` }] }
            : found;
        }
        const name = packageNameOf(specifier);
        if (!packages.has(name))
          return {
            errors: [{ text: `The package ${name} is imported, but the exported package.json does not list it` }],
          };
        return undefined;
      });
    },
  };
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
