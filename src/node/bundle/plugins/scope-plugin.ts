import fs from 'node:fs';
import path from 'node:path';
import type { ImportKind, Metafile, OnResolveArgs, PartialMessage, Plugin } from 'esbuild';
import type { Refusal } from '../../base/diagnostics/codes/shared-texts.ts';
import { isInside } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import {
  createRefusal,
  type FileRequest,
  fileRootOf,
  isHeld,
  realPathOf,
  refusalOf,
} from '../../project/file-scope.ts';
import { librariesOf } from '../../project/libraries.ts';
import { FENCE_NAMESPACE, type InteractivePage, PAGE_NAMESPACE, sourceOfEntry } from '../esbuild/entries.ts';
import { fileImportsPlugin } from '../esbuild/file-imports.ts';
import { locateText } from '../esbuild/find-import.ts';
import { inputFile } from '../esbuild/input-files.ts';
import { toMessage } from '../esbuild/message-code.ts';
import { BARREL_NAMESPACE, barrelFile, SHEET_AGAIN, STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { isReact, resolvePlugin } from './resolve-plugin.ts';

export interface Scope {
  site: Site;
  pages?: InteractivePage[];
  demos?: EmbeddedDemo[];
}

/**
 * Checks the targets of paths, links, `@import` and `url()`, but not packages. This plugin must come before the plugins
 * that resolve imports, because it checks their results.
 */
export function scopePlugin(scope: Scope): Plugin {
  const { site } = scope;
  const realPath = createRealPath();
  return {
    name: 'scope',
    setup(build) {
      build.onStart(realPath.forget);
      build.onResolve({ filter: /.*/ }, async (args) => {
        const { path: specifier, importer, namespace, kind, resolveDir: folder, pluginData } = args;
        // The request is from a plugin whose own result is checked.
        if ([scopePlugin, resolvePlugin, STYLE_NAMESPACE, SHEET_AGAIN, fileImportsPlugin].includes(pluginData)) return;
        if (kind === 'entry-point' || !isHeldImporter(args, site)) return;
        // Without this check, the bundler would report errors in the folder that the path leads to.
        if (leadsOut(args, site, realPath)) return { errors: [refuse('outside', args, site)] };
        const found = await build.resolve(specifier, {
          importer,
          namespace,
          kind,
          resolveDir: folder,
          with: args.with,
          pluginData: scopePlugin,
        });
        // For a file that cannot be found, the bundler's own error is better.
        if (found.errors.length > 0) return;
        // Results of other kinds are our virtual modules; the path of a bridge is that of its file. Nothing is returned
        // for an allowed import, so that esbuild itself resolves the import. For a path from a plugin, esbuild would
        // not read the package.json that makes the file an ES module.
        if (found.external || !path.isAbsolute(found.path)) return;
        const filePath = withoutQuery(found.path);
        const refusal = refusalOfImport({ specifier, folder, filePath, realPath: realPath.of(filePath) }, site);
        return refusal && { errors: [refuse(refusal, args, site)] };
      });
      // esbuild resolves an import with a variable in its path without plugins. Such an import may match many files.
      build.onEnd(({ metafile }) => ({
        errors: metafile ? refusedPatterns(metafile, scope, realPath) : [],
      }));
    },
  };
}

/** Returns true if a path leads out of the project. If neither the path nor its folder exists, the bundler's error is better. */
function leadsOut(
  { path: specifier, resolveDir: folder, kind }: OnResolveArgs,
  site: Site,
  realPath: RealPath,
): boolean {
  const isPath = /^\.\.?[\\/]/.test(specifier) || path.isAbsolute(specifier) || CSS_KINDS.includes(kind);
  if (!isPath || /^(?:https?:|data:|\/\/|#)/.test(specifier)) return false;
  const filePath = path.resolve(folder, specifier.replace(/[?#].*$/s, ''));
  if (isInside(path.join(packageDir, 'src'), filePath)) return false;
  const isOutside = refusalOf({ filePath, folder, realPath: realPath.of(filePath) }, site) === 'outside';
  const above = path.dirname(filePath);
  return isOutside && (fs.existsSync(filePath) || (above !== path.parse(above).root && fs.existsSync(above)));
}

/** Kinds of imports in style sheets, where a bare name is a path. */
const CSS_KINDS: ImportKind[] = ['import-rule', 'url-token', 'composes-from'];

function refuse(
  refusal: Refusal,
  { path: specifier, importer, namespace, resolveDir: folder }: OnResolveArgs,
  site: Site,
): PartialMessage {
  const message = refusalMessage(refusal, { specifier, filePath: path.resolve(folder, specifier) }, site);
  // The bundler may have read compiled CSS or a part of the module, so the location is determined from the source.
  const isCompiled = /\.(less|scss|sass|module\.css)$/.test(importer);
  const source = namespace === BARREL_NAMESPACE ? barrelFile(importer, site.root) : isCompiled ? importer : undefined;
  const location = source && locateText(path.relative(site.root, source), fs.readFileSync(source, 'utf8'), specifier);
  return { ...message, ...(location && { location }) };
}

function isHeldImporter({ importer, namespace }: OnResolveArgs, site: Site): boolean {
  if (namespace === BARREL_NAMESPACE) return isHeld(barrelFile(importer, site.root), site);
  return namespace === FENCE_NAMESPACE || namespace === PAGE_NAMESPACE || isHeld(importer, site);
}

/** Returns the reason if an import is rejected. Every file may import React, the library by its name, and our own modules. */
export function refusalOfImport(
  request: FileRequest & { specifier: string; realPath: string },
  site: Site,
): Refusal | undefined {
  const { specifier, realPath } = request;
  const isFree = isReact(specifier) || librariesOf(site).some(({ name }) => name === specifier);
  return isFree || isInside(path.join(packageDir, 'src'), realPath) ? undefined : refusalOf(request, site);
}

/** Returns the path of a bridge's file, without the rule after the question mark. */
export function withoutQuery(filePath: string): string {
  return filePath.replace(/\?(?:flag\.js|node\.mjs)$/, '');
}

/** Returns the message; the bundler adds the location. */
export function refusalMessage(
  refusal: Refusal,
  { specifier, filePath }: { specifier: string; filePath: string },
  site: Site,
): PartialMessage {
  const isLink = refusal === 'outside' && fileRootOf(filePath, site) !== undefined;
  const { notes = [], ...diagnostic } = createRefusal(refusal, `Imported file \`${specifier}\``);
  return toMessage({ ...diagnostic, notes: [...(isLink ? ['A symbolic link points to this file.'] : []), ...notes] });
}

export type RealPath = ReturnType<typeof createRealPath>;

export function createRealPath() {
  const known = new Map<string, string>();
  return {
    of(filePath: string): string {
      const real = known.get(filePath) ?? realPathOf(filePath);
      known.set(filePath, real);
      return real;
    },
    forget: (): void => known.clear(),
  };
}

/** Finds rejected files that were imported by a pattern. No other import refers to these files. */
export function refusedPatterns(
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
  const refused = Object.keys(inputs)
    .filter((name) => !named.has(name))
    .flatMap((name) => inputFile(name, site.root) ?? [])
    .flatMap((filePath) => {
      const refusal = refusalOf({ filePath, folder: site.root, realPath: realPath.of(filePath) }, site);
      return refusal ? [{ filePath, refusal }] : [];
    });
  return patterns.flatMap(({ name, pattern }) => {
    const file = path.resolve(site.root, name);
    const source = sourceOfEntry(name, pages, demos);
    const [start = ''] = pattern.split('*');
    const folder = path.resolve(source?.folder ?? path.dirname(file), start.replace(/[^/]*$/, ''));
    const folders = refused.length > 0 ? [folder, realPath.of(folder), ...linksBelow(folder).map(realPath.of)] : [];
    const match = refused.find(({ filePath }) => folders.some((place) => isInside(place, filePath)));
    if (!match) return [];
    const text = source?.text ?? fs.readFileSync(file, 'utf8');
    const message = refusalMessage(match.refusal, { specifier: pattern, filePath: folder }, site);
    return [{ ...message, location: locateText(name, text, start) }];
  });
}

function linksBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isSymbolicLink() ? [path.join(entry.parentPath, entry.name)] : []));
}
