import fs from 'node:fs/promises';
import path from 'node:path';
import {
  decodedMappings,
  type EncodedSourceMap,
  encodedMap,
  originalPositionFor,
  type SourceMapSegment,
  TraceMap,
} from '@jridgewell/trace-mapping';
import type { Loader, OnLoadResult, Plugin } from 'esbuild';
import type * as Oxc from 'oxc-transform';
import { relativePath } from '../../base/files/paths.ts';
import { loadNative } from '../../base/native-package.ts';
import type { TypeScriptProjects } from '../../project/tsconfig.ts';
import { FENCE_NAMESPACE, PAGE_NAMESPACE } from '../esbuild/entries.ts';
import { asProjectSays, hasDecorators, trySettings } from '../plugins/typescript-plugin.ts';

export type VirtualSource = (
  namespace: string,
  name: string,
) => { code: string; lang: Lang; folder: string } | undefined;

type Lang = 'tsx' | 'jsx' | 'ts' | 'js';

export interface RefreshOptions {
  root: string;
  /** Name of the bundle. A file in two bundles is two modules with different components. */
  scope: string;
  /** Checks that the file at an absolute path may be edited by its author. */
  isOwn: (filePath: string) => boolean;
  virtual?: VirtualSource;
  projects: TypeScriptProjects;
}

/** Modules register their components by bundle, file and name. */
export function refreshPlugin({ root, scope, isOwn, virtual, projects }: RefreshOptions): Plugin {
  // Loaded here, because esbuild wraps errors that a plugin throws in its own messages.
  const { transform } = loadNative<typeof Oxc>('oxc-transform');
  return {
    name: 'refresh',
    setup(build) {
      build.onStart(projects.forget);
      const load = async (name: string, source: Source): Promise<OnLoadResult> => {
        const settings = trySettings(projects, source.folder, source.filePath);
        if (settings && 'errors' in settings) return settings;
        const { code, lang, folder, filePath } = source;
        const text = await asProjectSays(build, { text: code, loader: lang, folder, filePath }, settings);
        // Code with decorators is already compiled and has a source map, so it is not transformed again.
        const isKept = settings === undefined || !hasDecorators(code, lang, settings);
        const made = isKept
          ? await refreshable(transform, { scope, name, code: text, lang, importSource: settings?.jsxImportSource })
          : { contents: text, loader: lang as Loader };
        return { ...made, resolveDir: folder };
      };
      build.onLoad({ filter: /\.[jt]sx?$/ }, async ({ path: filePath, namespace }) => {
        if (namespace !== 'file' || !isOwn(filePath)) return;
        const name = relativePath(root, filePath);
        const [code, lang] = [await fs.readFile(filePath, 'utf8'), path.extname(filePath).slice(1) as Lang];
        return await load(name, { code, lang, folder: path.dirname(filePath), filePath });
      });
      for (const namespace of [FENCE_NAMESPACE, PAGE_NAMESPACE])
        build.onLoad({ filter: /.*/, namespace }, async ({ path: name }) => {
          const source = virtual?.(namespace, name);
          return source && (await load(`${namespace}:${name}`, source));
        });
    },
  };
}

/** Source code of a module. Without a path, it is virtual. */
interface Source {
  code: string;
  lang: Lang;
  folder: string;
  filePath?: string;
}

/** Without slashes, so that tools do not treat the text of this module as a source map comment. */
const MAP_COMMENT = '# sourceMappingURL';

/** A module that cannot be parsed is not changed: the bundler reports its error. */
async function refreshable(
  transform: typeof Oxc.transform,
  {
    scope,
    name,
    code,
    lang,
    importSource,
  }: Record<'scope' | 'name' | 'code', string> & { lang: Lang; importSource?: string },
) {
  const plain = { contents: code, loader: lang as Loader };
  if (!/\b[A-Z]|default/.test(code)) return plain;
  // The map's source is relative to the module. A virtual module is identified by its name.
  const source = name.includes(':') ? name : path.posix.basename(name);
  const result = await transform(source, code, {
    lang: lang === 'js' ? 'jsx' : lang,
    sourceType: 'module',
    sourcemap: true,
    jsx: { runtime: 'automatic', refresh: true, importSource },
    typescript: { onlyRemoveTypeImports: false },
  });
  if (result.errors.length > 0 || !result.code.includes('$Refresh')) return plain;
  const map = Buffer.from(JSON.stringify(throughMap(result.map, code))).toString('base64');
  // On the line of the first statement, so that line numbers do not change.
  const contents = `${prologue(`${scope} ${name}`)}${result.code}\n//${MAP_COMMENT}=data:application/json;base64,${map}`;
  // The loader does not change, because the meaning of `default` depends on it.
  return { contents, loader: lang as Loader };
}

/** If `code` has a source map too, as MDX pages have, the result refers to the original source. */
function throughMap(map: Oxc.SourceMap | undefined, code: string): Oxc.SourceMap | EncodedSourceMap | undefined {
  const [, inner] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(code) ?? [];
  if (!map || inner === undefined) return map;
  const written = new TraceMap(Buffer.from(inner, 'base64').toString());
  const mappings = decodedMappings(new TraceMap(map as EncodedSourceMap)).map((line) =>
    line.flatMap((segment): SourceMapSegment[] => {
      const [column, , row = 0, start = 0] = segment;
      const found = originalPositionFor(written, { line: row + 1, column: start });
      return found.line === null ? [] : [[column, 0, found.line - 1, found.column]];
    }),
  );
  const { sources, sourcesContent } = written;
  return encodedMap(new TraceMap({ version: 3, names: [], sources, sourcesContent, mappings }));
}

/** On the server and in the frame of edited demos, the global registry does not exist, so nothing is registered. */
function prologue(name: string): string {
  return (
    `const $RefreshReg$ = (type, id) => globalThis.cascaderDocsRefresh?.register(type, ${JSON.stringify(`${name} `)} + id), ` +
    '$RefreshSig$ = () => globalThis.cascaderDocsRefresh?.signature() ?? ((type) => type); '
  );
}
