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
import { SHEET_AGAIN, STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { trySettings } from './typescript-plugin.ts';

const REACT = ['react', 'react-dom'];
const REACT_MODULE = /^react(-dom)?(\/|$)/;

/** Matches Storybook packages, except those that are independent libraries. */
const STORYBOOK = /^(?:storybook|@storybook)(?:\/(?!(?:components|design-system|global|icons)(?:\/|$))|$)/;
export const STORYBOOK_MODULE: string = path.join(packageDir, 'src/app/storybook.ts');

/** How external React is loaded: by an `import` of its file (`file`), or by a `require` of its name (`name`). */
export type ExternalReact = 'file' | 'name';

interface Resolution {
  site: Site;
  build: PluginBuild;
  /** Adds a rule for module names. The rule is skipped for requests that the rules make themselves. */
  on: (filter: RegExp, resolve: (args: OnResolveArgs) => MaybeFound | Promise<MaybeFound>) => void;
  /** Resolves another name. If the result is a script of a package and an ES module, a bridge to it is returned. */
  redirect: (args: OnResolveArgs, target: string) => Promise<OnResolveResult>;
}

type MaybeFound = OnResolveResult | undefined;

/** Resolves all imports of React to one copy: the project's or, if it has none, ours. `isOwn`: the path belongs to no package. */
export function resolvePlugin(
  site: Site,
  options: {
    externalReact?: ExternalReact;
    isOwn?: (filePath: string) => boolean;
    projects?: TypeScriptProjects;
    /** Returns a filter that matches the imports in source files. The default matches every import. */
    filter?: (() => RegExp) | undefined;
  } = {},
): Plugin {
  const { isOwn = () => false, projects, filter, externalReact } = options;
  return {
    name: 'resolve',
    setup(build) {
      const on: Resolution['on'] = (filter, resolve) =>
        build.onResolve({ filter }, (args) => (isAskedAgain(args) ? undefined : resolve(args)));
      const redirect: Resolution['redirect'] = async (args, target) => {
        const found = await resolveAgain(build, args, target);
        return isOwn(found.path ?? '') ? found : bridgeToFile(found);
      };
      const resolution: Resolution = { site, build, on, redirect };
      // The first rule that resolves a name wins.
      addAliases(resolution);
      if (projects) addPaths(resolution, projects, filter?.());
      addSourceFolder(resolution);
      addLibraries(resolution);
      addStorybook(resolution);
      addWorkspace(resolution);
      addReact(resolution, externalReact);
    },
  };
}

function addAliases({ site, on, redirect }: Resolution): void {
  for (const [key, target] of Object.entries(site.config.alias)) {
    const exact = key.endsWith('$');
    const from = exact ? key.slice(0, -1) : key;
    on(new RegExp(`^${escapeRegExp(from)}${exact ? '$' : '(/|$)'}`), (args) => {
      const rest = args.path.slice(from.length);
      const meant = path.isAbsolute(target) || !target.startsWith('.') ? target : path.join(site.root, target);
      return redirect(args, meant + rest);
    });
  }
}

function addPaths({ build, on, redirect }: Resolution, projects: TypeScriptProjects, filter = /^[^./]/): void {
  build.onStart(projects.forget);
  on(filter, async (args) => {
    const { path: specifier, importer, namespace, kind, resolveDir } = args;
    if (kind === 'entry-point' || isReact(specifier) || /^[./]/.test(specifier)) return undefined;
    const filePath = namespace === 'file' ? importer : undefined;
    const settings = resolveDir && trySettings(projects, resolveDir, filePath);
    if (!settings || 'errors' in settings) return settings || undefined;
    for (const target of settings.pathsOf(specifier)) {
      // A declaration file contains types, not code.
      if (/\.d\.[cm]?ts$/.test(target)) continue;
      const found = await redirect(args, target);
      if (!found.errors?.length) return found;
    }
    return undefined;
  });
}

/** Adds the rule that resolves `@/` to `src/`, unless there is an alias for `@/` in the configuration. */
function addSourceFolder({ site, on, redirect }: Resolution): void {
  if ('@' in site.config.alias || '@/' in site.config.alias) return;
  on(/^@\//, (args) => redirect(args, path.join(site.projectRoot, 'src', args.path.slice(2))));
}

function addLibraries({ site, on, redirect }: Resolution): void {
  for (const library of librariesOf(site)) {
    const { name, entry } = library;
    if (!name || REACT.includes(name)) continue;
    on(new RegExp(`^${escapeRegExp(name)}/`), async (args) => {
      if (args.kind === 'entry-point') return undefined;
      const source = subpathSource(library, args.path.slice(name.length + 1));
      if (source) return await redirect(args, source);
      // If the package is installed, the bundler resolves the subpath in the package.
      return isLinked(name, args.resolveDir) ? undefined : { errors: [notExported(args.path, library)] };
    });
    on(new RegExp(`^${escapeRegExp(name)}$`), () => bridgeToFile({ path: entry, namespace: 'file' }));
  }
}

/** Adds the rule for Storybook packages, which need not be installed. */
function addStorybook({ on, redirect }: Resolution): void {
  on(/^@?storybook(?:\/|$)/, (args) => (STORYBOOK.test(args.path) ? redirect(args, STORYBOOK_MODULE) : undefined));
}

/** Adds the rules that resolve workspace packages to their source if they are not built. */
function addWorkspace({ site, build, on, redirect }: Resolution): void {
  for (const [name, dir] of Object.entries(site.workspace?.packages ?? {})) {
    on(new RegExp(`^${escapeRegExp(name)}(/|$)`), async (args) => {
      if (args.kind === 'entry-point') return undefined;
      const found = await resolveAgain(build, args, args.path);
      // The package is built, or it is not installed for this file.
      if (!found.errors?.length || !isLinked(name, args.resolveDir)) return undefined;
      const below = args.path.slice(name.length + 1);
      const entry = sourceEntry(dir);
      const source = below === '' || !entry ? entry : subpathSource({ dir, entry }, below);
      const inSource = source && (await redirect(args, source));
      return inSource && !inSource.errors?.length ? inSource : { errors: [notBuilt(args.path, name, dir, site)] };
    });
  }
}

function addReact({ site, build, on }: Resolution, external: ExternalReact | undefined): void {
  const folders = reactFolders(site);
  // React 18 has no `prerender`.
  on(/^react-dom\/static\.edge$/, async (args) => {
    const folder = folders.get('react-dom');
    if (!folder) return undefined;
    const found = await resolveAgain(build, { ...args, resolveDir: folder }, args.path);
    return found.errors?.length ? { path: path.join(packageDir, 'src/app/prerender-18.ts') } : undefined;
  });
  // Cached, because files of all packages import the same few modules.
  const resolved = new Map<string, Promise<OnResolveResult>>();
  const resolveReact = async (args: OnResolveArgs, folder: string): Promise<OnResolveResult> => {
    const found = await resolveAgain(build, { ...args, resolveDir: folder }, args.path);
    if (!external || !found.path) return found;
    if (external === 'name')
      return args.kind === 'dynamic-import' ? bridgeToName(args.path, COMMONJS) : { path: args.path, external: true };
    // `require` takes a path, but `import` takes a URL. A Windows path is not a URL.
    const isRequire = args.kind.startsWith('require');
    return { path: isRequire ? found.path : pathToFileURL(found.path).href, external: true };
  };
  on(REACT_MODULE, (args) => {
    const folder = folders.get(args.path.split('/')[0] ?? '');
    if (!folder) return undefined;
    const key = `${args.kind} ${args.path}`;
    const known = resolved.get(key) ?? resolveReact(args, folder);
    resolved.set(key, known);
    return known;
  });
}

export function isReact(name: string): boolean {
  return REACT_MODULE.test(name);
}

/** Returns the folder from which each React package resolves: the site's, the project's or ours. Like esbuild, ignores `NODE_PATH`. */
export function reactFolders({ root, projectRoot }: Pick<Site, 'root' | 'projectRoot'>): Map<string, string> {
  return new Map(
    REACT.flatMap((name) => {
      const folder = [root, projectRoot, packageDir].find((from) => isLinked(name, from));
      return folder === undefined ? [] : [[name, folder]];
    }),
  );
}

/** Returns true if a file in this folder can resolve the package, whether it is installed or linked. */
function isLinked(name: string, folder: string): boolean {
  if (fs.existsSync(path.join(folder, 'node_modules', name))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isLinked(name, parent);
}

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

/** Returns true for a request by {@link resolveAgain}, which these rules must not resolve again. */
function isAskedAgain({ pluginData }: OnResolveArgs): boolean {
  return pluginData === resolvePlugin || pluginData === SHEET_AGAIN;
}

async function resolveAgain(build: PluginBuild, args: OnResolveArgs, target: string): Promise<OnResolveResult> {
  const { kind, importer, namespace, resolveDir } = args;
  const pluginData = args.pluginData === STYLE_NAMESPACE ? SHEET_AGAIN : resolvePlugin;
  return await build.resolve(target, { kind, importer, namespace, resolveDir, pluginData });
}
