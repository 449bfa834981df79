import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnResolveArgs, OnResolveResult, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import type { Site } from '../config/types.ts';
import { nearestName } from '../diagnostics/did-you-mean.ts';
import { relativePath } from '../files/paths.ts';
import { type Library, librariesOf, sourceEntry } from '../libraries.ts';
import { exportedSubpaths, subpathSource } from '../library-subpaths.ts';
import { packageDir } from '../package-dir.ts';
import type { TypeScriptProjects } from '../tsconfig.ts';
import { withCode } from './message-code.ts';
import { bridgeToFile, bridgeToName, COMMONJS } from './module-bridge.ts';
import { SHEET_AGAIN, STYLE_NAMESPACE } from './style-namespace.ts';
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
          // Where it is installed, the bundler looks for it there.
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
 * comes first, then the project's, then the tool's.
 */
export function reactFolders({ root, projectRoot }: Pick<Site, 'root' | 'projectRoot'>): Map<string, string> {
  const folders = new Map<string, string>();
  for (const name of REACT) {
    for (const from of [root, projectRoot, packageDir]) {
      try {
        createRequire(path.join(from, 'package.json')).resolve(name);
        folders.set(name, from);
        break;
      } catch {
        // Not installed there: the next folder is asked, and at last esbuild says what is missing.
      }
    }
  }
  return folders;
}

/** True when a package is installed, as a link or not, where a file of this folder finds it. */
function isLinked(name: string, folder: string): boolean {
  if (fs.existsSync(path.join(folder, 'node_modules', name))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isLinked(name, parent);
}

/** The message about a subpath of the documented package that leads to no file. */
function notExported(specifier: string, library: Library): PartialMessage {
  const { name = '' } = library;
  const exported = exportedSubpaths(library);
  const key = `./${specifier.slice(name.length + 1)}`;
  const isExported = exported?.includes(key);
  const others = (exported ?? []).map((other) => name + other.slice(1));
  const nearest = nearestName(specifier, others);
  const notes = [
    isExported
      ? `\`exports\` in the package.json of ${name} names a file that is not built, and its source is not in the usual place.`
      : exported &&
        `\`exports\` in the package.json of ${name} has ${others.length > 0 ? others.join(', ') : 'no subpath'}.`,
    isExported
      ? `Build ${name}, or name the source in the config: alias: { '${specifier}': './src/…' }`
      : nearest
        ? `Did you mean ${nearest}?`
        : exported && `Add "${key}" to \`exports\`, or correct the import.`,
  ];
  return withCode('CD401', {
    text: `Cannot find module: ${specifier}`,
    notes: notes.flatMap((text) => (text ? [{ text }] : [])),
  });
}

function notBuilt(specifier: string, name: string, dir: string, { root }: Site): PartialMessage {
  const place = relativePath(root, dir);
  return {
    text: `\`${specifier}\` of the workspace is not built, and its source is not in the usual place`,
    notes: [
      {
        text: `Build ${name} (in ${place}), or name its source in the config: library: { entry: '${place}/src/….ts' }`,
      },
    ],
  };
}

/** True for what {@link resolveAgain} asks the bundler, which no plugin here may ask once more. */
function isAskedAgain({ pluginData }: OnResolveArgs): boolean {
  return pluginData === resolvePlugin || pluginData === SHEET_AGAIN;
}

async function resolveAgain(build: PluginBuild, args: OnResolveArgs, target: string): Promise<OnResolveResult> {
  const { kind, importer, namespace, resolveDir } = args;
  const pluginData = args.pluginData === STYLE_NAMESPACE ? SHEET_AGAIN : resolvePlugin;
  return await build.resolve(target, { kind, importer, namespace, resolveDir, pluginData });
}
