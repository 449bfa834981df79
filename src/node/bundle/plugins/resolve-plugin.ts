import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnResolveArgs, OnResolveResult, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { relativePath } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { type Library, librariesOf, sourceEntry } from '../../project/libraries.ts';
import { exportedSubpaths, subpathSource } from '../../project/library-subpaths.ts';
import type { TypeScriptProjects } from '../../project/tsconfig.ts';
import { toMessage } from '../esbuild/message-code.ts';
import { bridgeToFile, bridgeToName, COMMONJS } from '../esbuild/module-bridge.ts';
import { SHEET_AGAIN, STYLE_NAMESPACE } from '../esbuild/style-namespace.ts';
import { trySettings } from './typescript-plugin.ts';

const REACT = ['react', 'react-dom'];
const REACT_MODULE = /^react(-dom)?(\/|$)/;

/** How a bundle gets React when it is left out: `import`ed from where it lies, or asked for by name through `require`. */
export type ExternalReact = 'file' | 'name';

/**
 * Module resolution of demos, pages and theme: the configured aliases, `paths` of the importing file's `tsconfig.json`, `@/`
 * for `src/`, the documented library under its own name, and one React for everything (the project's, else the tool's).
 *
 * @param options.externalReact leave React out of the bundle
 * @param options.projects reads `tsconfig.json`; default: none counts
 * @param options.isOwn tells for an absolute path whether it is no package's; default: none is
 */
export function resolvePlugin(
  site: Site,
  options: {
    externalReact?: ExternalReact;
    isOwn?: (filePath: string) => boolean;
    projects?: TypeScriptProjects;
  } = {},
): Plugin {
  const { isOwn = () => false, projects } = options;
  const aliases = Object.entries(site.config.alias);
  const redirect = async (build: PluginBuild, args: OnResolveArgs, target: string): Promise<OnResolveResult> => {
    const found = await resolveAgain(build, args, target);
    return isOwn(found.path ?? '') ? found : bridgeToFile(found);
  };
  return {
    name: 'resolve',
    setup(build) {
      for (const [key, target] of aliases) {
        const exact = key.endsWith('$');
        const from = exact ? key.slice(0, -1) : key;
        build.onResolve({ filter: new RegExp(`^${escapeRegExp(from)}${exact ? '$' : '(/|$)'}`) }, (args) => {
          if (isAskedAgain(args)) return;
          const rest = args.path.slice(from.length);
          const meant = path.isAbsolute(target) || !target.startsWith('.') ? target : path.join(site.root, target);
          return redirect(build, args, meant + rest);
        });
      }
      if (projects) {
        build.onStart(projects.forget);
        build.onResolve({ filter: /^[^./]/ }, async (args) => {
          const { path: specifier, importer, namespace, kind, resolveDir } = args;
          if (isAskedAgain(args) || kind === 'entry-point' || isReact(specifier)) return;
          const filePath = namespace === 'file' ? importer : undefined;
          const settings = resolveDir && trySettings(projects, resolveDir, filePath);
          if (!settings || 'errors' in settings) return settings || undefined;
          for (const target of settings.pathsOf(specifier)) {
            // What stands for the types of a package is not its code.
            if (/\.d\.[cm]?ts$/.test(target)) continue;
            const found = await redirect(build, args, target);
            if (!found.errors?.length) return found;
          }
          return undefined;
        });
      }
      if (!aliases.some(([key]) => key === '@' || key === '@/')) {
        build.onResolve({ filter: /^@\// }, (args) => {
          if (isAskedAgain(args)) return;
          return redirect(build, args, path.join(site.projectRoot, 'src', args.path.slice(2)));
        });
      }
      for (const library of librariesOf(site)) {
        const { name, entry } = library;
        if (!name || REACT.includes(name)) continue;
        build.onResolve({ filter: new RegExp(`^${escapeRegExp(name)}/`) }, async (args) => {
          if (isAskedAgain(args) || args.kind === 'entry-point') return;
          const source = subpathSource(library, args.path.slice(name.length + 1));
          if (source) return await redirect(build, args, source);
          // If the package is installed, the bundler resolves the subpath there.
          return isLinked(name, args.resolveDir) ? undefined : { errors: [notExported(args.path, library)] };
        });
        build.onResolve({ filter: new RegExp(`^${escapeRegExp(name)}$`) }, (args) =>
          isAskedAgain(args) ? undefined : bridgeToFile({ path: entry, namespace: 'file' }),
        );
      }
      for (const [name, dir] of Object.entries(site.workspace?.packages ?? {})) {
        build.onResolve({ filter: new RegExp(`^${escapeRegExp(name)}(/|$)`) }, async (args) => {
          if (isAskedAgain(args) || args.kind === 'entry-point') return;
          const found = await resolveAgain(build, args, args.path);
          // One that is built, or cannot be reached from here.
          if (!found.errors?.length || !isLinked(name, args.resolveDir)) return;
          const below = args.path.slice(name.length + 1);
          const entry = sourceEntry(dir);
          const source = below === '' || !entry ? entry : subpathSource({ dir, entry }, below);
          const inSource = source && (await redirect(build, args, source));
          return inSource && !inSource.errors?.length ? inSource : { errors: [notBuilt(args.path, name, dir, site)] };
        });
      }
      const react = reactFolders(site);
      // React 18 has no `prerender`.
      build.onResolve({ filter: /^react-dom\/static\.edge$/ }, async (args) => {
        const folder = react.get('react-dom');
        if (isAskedAgain(args) || !folder) return;
        const found = await resolveAgain(build, { ...args, resolveDir: folder }, args.path);
        return found.errors?.length ? { path: path.join(packageDir, 'src/app/prerender-18.ts') } : undefined;
      });
      // Every file of every package asks for the same few modules.
      const resolved = new Map<string, Promise<OnResolveResult>>();
      const resolveReact = async (args: OnResolveArgs, folder: string): Promise<OnResolveResult> => {
        const found = await resolveAgain(build, { ...args, resolveDir: folder }, args.path);
        if (!options.externalReact || !found.path) return found;
        if (options.externalReact === 'name')
          return args.kind === 'dynamic-import'
            ? bridgeToName(args.path, COMMONJS)
            : { path: args.path, external: true };
        // `require` takes paths, `import` takes URLs: a path on Windows is none.
        const isRequire = args.kind.startsWith('require');
        return { path: isRequire ? found.path : pathToFileURL(found.path).href, external: true };
      };
      build.onResolve({ filter: REACT_MODULE }, (args) => {
        const folder = react.get(args.path.split('/')[0] ?? '');
        if (isAskedAgain(args) || !folder) return;
        const key = `${args.kind} ${args.path}`;
        const known = resolved.get(key) ?? resolveReact(args, folder);
        resolved.set(key, known);
        return known;
      });
    },
  };
}

/** True for the name of a module of React or its renderer. */
export function isReact(name: string): boolean {
  return REACT_MODULE.test(name);
}

/**
 * Folders from which `react` and `react-dom` are resolved, so that there is one copy of each in the browser: the site's own
 * comes first, then the project's, then the tool's. `NODE_PATH`, which commands of pnpm set, does not count: the bundler does
 * not read it.
 */
export function reactFolders({ root, projectRoot }: Pick<Site, 'root' | 'projectRoot'>): Map<string, string> {
  return new Map(
    REACT.flatMap((name) => {
      const folder = [root, projectRoot, packageDir].find((from) => isLinked(name, from));
      return folder === undefined ? [] : [[name, folder]];
    }),
  );
}

/** True when a package is installed, as a link or not, where a file of this folder finds it. */
function isLinked(name: string, folder: string): boolean {
  if (fs.existsSync(path.join(folder, 'node_modules', name))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isLinked(name, parent);
}

/** Reports a subpath of the documented package for which there is no file. */
function notExported(specifier: string, library: Library): PartialMessage {
  const { name = '' } = library;
  const exported = exportedSubpaths(library);
  const key = `./${specifier.slice(name.length + 1)}`;
  const nearest = nearestName(
    specifier,
    (exported ?? []).map((other) => name + other.slice(1)),
  );
  const cause = { is: 'not-exported', name, key, exported, nearest } as const;
  return toMessage(createDiagnostic('unresolved-import', { specifier, cause }));
}
function notBuilt(specifier: string, name: string, dir: string, { root }: Site): PartialMessage {
  const data = { case: 'not-built', specifier, name, folder: relativePath(root, dir) } as const;
  return toMessage(createDiagnostic('bundling-failed', data));
}

/** True for a request of {@link resolveAgain}, which the plugins here must not resolve again. */
function isAskedAgain({ pluginData }: OnResolveArgs): boolean {
  return pluginData === resolvePlugin || pluginData === SHEET_AGAIN;
}

async function resolveAgain(build: PluginBuild, args: OnResolveArgs, target: string): Promise<OnResolveResult> {
  const { kind, importer, namespace, resolveDir } = args;
  const pluginData = args.pluginData === STYLE_NAMESPACE ? SHEET_AGAIN : resolvePlugin;
  return await build.resolve(target, { kind, importer, namespace, resolveDir, pluginData });
}
