import fs from 'node:fs';
import path from 'node:path';
import type { Metafile, OnResolveArgs, PartialMessage, Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { type FileRequest, fileRootOf, isHeld, mayUse, OUTSIDE_NOTE } from '../file-scope.ts';
import { isInside } from '../files/paths.ts';
import { librariesOf } from '../libraries.ts';
import { packageDir } from '../package-dir.ts';
import { FENCE_NAMESPACE, type InteractivePage, PAGE_NAMESPACE, sourceOfEntry } from './entries.ts';
import { fileImportsPlugin } from './file-imports.ts';
import { inputFile } from './input-files.ts';
import { isReact, resolvePlugin } from './resolve-plugin.ts';
import { locateText } from './sheets/find-import.ts';
import { STYLE_NAMESPACE } from './style-namespace.ts';

/** Name of the plugin, which its messages carry. */
export const SCOPE_PLUGIN = 'scope';

/** Modules that are not files, beside the site that they belong to. */
export interface Scope {
  site: Site;
  pages?: InteractivePage[];
  demos?: EmbeddedDemo[];
}

/**
 * Refuses imports by which files of the site lead out of it: by a path, a link, a style sheet's `@import` or `url()`. What
 * packages import is their own affair. It must come before the plugins that resolve, whose results it looks at.
 */
export function scopePlugin(scope: Scope): Plugin {
  const { site } = scope;
  const realPath = createRealPath();
  return {
    name: SCOPE_PLUGIN,
    setup(build) {
      build.onStart(realPath.forget);
      build.onResolve({ filter: /.*/ }, async (args) => {
        const { path: specifier, importer, namespace, kind, resolveDir: folder, pluginData } = args;
        // Asked by a plugin whose own result is looked at.
        if ([scopePlugin, resolvePlugin, STYLE_NAMESPACE, fileImportsPlugin].includes(pluginData)) return;
        if (kind === 'entry-point' || !isHeldImporter(args, site)) return;
        const found = await build.resolve(specifier, {
          importer,
          namespace,
          kind,
          resolveDir: folder,
          with: args.with,
          pluginData: scopePlugin,
        });
        // The bundler says best what it did not find.
        if (found.errors.length > 0) return;
        // Others are modules of ours; bridges to a file go by its path. What may be imported is resolved once more: of a path
        // that a plugin gives the bundler forgets that a package.json makes it an ES module.
        if (found.external || !path.isAbsolute(found.path)) return;
        if (mayImport({ specifier, folder, filePath: realPath.of(withoutQuery(found.path)) }, site)) return;
        const message = refusal(specifier, path.resolve(folder, specifier), site);
        // What the bundler reads of a sheet may be CSS that was made of it.
        const location = /\.(less|scss|sass|module\.css)$/.test(importer)
          ? locateText(path.relative(site.root, importer), fs.readFileSync(importer, 'utf8'), specifier)
          : undefined;
        return { errors: [{ ...message, location }] };
      });
      // An import of many files at once, by a path with a variable in it, is resolved by the bundler alone.
      build.onEnd(({ metafile }) => ({
        errors: metafile ? patternsLeadingOut(metafile, scope, realPath) : [],
      }));
    },
  };
}

function isHeldImporter({ importer, namespace }: OnResolveArgs, site: Site): boolean {
  return namespace === FENCE_NAMESPACE || namespace === PAGE_NAMESPACE || isHeld(importer, site);
}

/** True for what any file may import: what the site may use, the library by its name, React, and the tool's own modules. */
export function mayImport(request: FileRequest, site: Site): boolean {
  const { specifier, filePath } = request;
  const isFree = isReact(specifier) || librariesOf(site).some(({ name }) => name === specifier);
  return isFree || isInside(path.join(packageDir, 'src'), filePath) || mayUse(request, site);
}

/** Path of the file that a bridge leads to, whose rule stands behind a question mark. */
export function withoutQuery(filePath: string): string {
  return filePath.replace(/\?(?:flag\.js|node\.mjs)$/, '');
}

/** The message about a reference to a file outside; the bundler adds the place. */
export function refusal(specifier: string, filePath: string, site: Site): PartialMessage {
  const isLink = fileRootOf(filePath, site) !== undefined;
  return {
    text: `Imported file \`${specifier}\` lies outside of the project`,
    pluginName: SCOPE_PLUGIN,
    notes: [...(isLink ? [{ text: 'A symbolic link leads there' }] : []), { text: OUTSIDE_NOTE }],
  };
}

/** Real paths of files, each looked up once. */
export interface RealPath {
  of(filePath: string): string;
  forget(): void;
}

export function createRealPath(): RealPath {
  const known = new Map<string, string>();
  const find = (filePath: string): string => {
    try {
      return fs.realpathSync.native(filePath);
    } catch {
      // No file of this disk, as in the archives of some package managers.
      return filePath;
    }
  };
  return {
    of(filePath) {
      const real = known.get(filePath) ?? find(filePath);
      known.set(filePath, real);
      return real;
    },
    forget: () => known.clear(),
  };
}

/** Messages about the imports with patterns that match a file outside: the files that nothing else names came by one. */
export function patternsLeadingOut(
  { inputs, outputs }: Metafile,
  { site, pages = [], demos = [] }: Scope,
  realPath: RealPath,
): PartialMessage[] {
  const patterns = Object.entries(inputs).flatMap(([name, { imports }]) =>
    imports
      .filter((entry) => entry.external && entry.path.includes('*'))
      .map((entry) => ({ name, pattern: entry.path })),
  );
  if (patterns.length === 0) return [];
  const named = new Set([
    ...Object.values(outputs).map(({ entryPoint }) => entryPoint),
    ...Object.values(inputs).flatMap(({ imports }) => imports.map((entry) => entry.path)),
  ]);
  const outside = Object.keys(inputs)
    .filter((name) => !named.has(name))
    .flatMap((name) => inputFile(name, site.root) ?? [])
    .filter((filePath) => fileRootOf(realPath.of(filePath), site) === undefined);
  return patterns.flatMap(({ name, pattern }) => {
    const file = path.resolve(site.root, name);
    const source = sourceOfEntry(name, pages, demos);
    const [start = ''] = pattern.split('*');
    const folder = path.resolve(source?.folder ?? path.dirname(file), start.replace(/[^/]*$/, ''));
    const places = outside.length > 0 ? [folder, realPath.of(folder), ...linksBelow(folder).map(realPath.of)] : [];
    if (!outside.some((filePath) => places.some((place) => isInside(place, filePath)))) return [];
    const text = source?.text ?? fs.readFileSync(file, 'utf8');
    return [{ ...refusal(pattern, folder, site), location: locateText(name, text, start) }];
  });
}

/** Absolute paths of the links in a folder and below it. */
function linksBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isSymbolicLink() ? [path.join(entry.parentPath, entry.name)] : []));
}
