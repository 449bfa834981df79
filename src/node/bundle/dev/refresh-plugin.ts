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
import type { OnLoadResult, Plugin } from 'esbuild';
import type * as Oxc from 'oxc-transform';
import { relativePath } from '../../base/files/paths.ts';
import { loadNative } from '../../base/native-package.ts';
import type { TypeScriptProjects } from '../../project/tsconfig.ts';
import { FENCE_NAMESPACE, PAGE_NAMESPACE, sourceOfEntry } from '../esbuild/entries.ts';
import type { BundleInput } from '../options.ts';
import { asProjectSays, hasDecorators, type ScriptText, trySettings } from '../plugins/typescript-plugin.ts';

interface RefreshOptions extends Partial<Pick<BundleInput, 'pages' | 'demos'>> {
  root: string;
  /** Name of the bundle. A file that is in two bundles becomes two modules with different components. */
  scope: string;
  /** Returns true if the file at an absolute path is edited by the site's author. */
  isOwn: (filePath: string) => boolean;
  projects: TypeScriptProjects;
}

/** Makes modules register their components by bundle, file and name. */
export function refreshPlugin({ root, scope, isOwn, pages = [], demos = [], projects }: RefreshOptions): Plugin {
  // The compiler is loaded here, because esbuild wraps errors that a plugin throws in its own messages.
  const { transform } = loadNative<typeof Oxc>('oxc-transform');
  return {
    name: 'refresh',
    setup(build) {
      build.onStart(projects.forget);
      const load = async (name: string, source: ScriptText): Promise<OnLoadResult> => {
        const { loader, folder, filePath } = source;
        const settings = trySettings(projects, folder, filePath);
        if (settings && 'errors' in settings) return settings;
        const text = await asProjectSays(build, source, settings);
        // Code with decorators has already been compiled and has a source map, so it is not transformed again.
        const isKept = settings === undefined || !hasDecorators(source.text, loader, settings);
        const importSource = settings?.jsxImportSource;
        const contents = isKept ? await refreshable(transform, { scope, name, text, loader, importSource }) : text;
        // The loader stays the same, because the meaning of `default` depends on it.
        return { contents, loader, resolveDir: folder };
      };
      build.onLoad({ filter: /\.[jt]sx?$/ }, async ({ path: filePath, namespace }) => {
        if (namespace !== 'file' || !isOwn(filePath)) return;
        const text = await fs.readFile(filePath, 'utf8');
        const loader = path.extname(filePath).slice(1) as ScriptText['loader'];
        return await load(relativePath(root, filePath), { text, loader, folder: path.dirname(filePath), filePath });
      });
      for (const namespace of [FENCE_NAMESPACE, PAGE_NAMESPACE])
        build.onLoad({ filter: /.*/, namespace }, async ({ path: id }) => {
          const name = `${namespace}:${id}`;
          const source = sourceOfEntry(name, pages, demos);
          return source && (await load(name, source));
        });
    },
  };
}

/** Marker without the leading slashes, so that tools do not treat this file's text as a source map comment. */
const MAP_COMMENT = '# sourceMappingURL';

/** Adds the registration. A module that cannot be parsed stays unchanged, and the bundler reports its error. */
async function refreshable(
  transform: typeof Oxc.transform,
  {
    scope,
    name,
    text,
    loader,
    importSource,
  }: Record<'scope' | 'name', string> & Pick<ScriptText, 'text' | 'loader'> & { importSource?: string },
): Promise<string> {
  if (!/\b[A-Z]|default/.test(text)) return text;
  // The source in the map is relative to the module. A virtual module is identified by its name.
  const source = name.includes(':') ? name : path.posix.basename(name);
  const result = await transform(source, text, {
    lang: loader === 'js' ? 'jsx' : loader,
    sourceType: 'module',
    sourcemap: true,
    jsx: { runtime: 'automatic', refresh: true, importSource },
    typescript: { onlyRemoveTypeImports: false },
  });
  if (result.errors.length > 0 || !result.code.includes('$Refresh')) return text;
  const map = Buffer.from(JSON.stringify(throughMap(result.map, text))).toString('base64');
  // The prologue is on the line of the first statement, so that line numbers do not change.
  return `${prologue(`${scope} ${name}`)}${result.code}\n//${MAP_COMMENT}=data:application/json;base64,${map}`;
}

/** Combines source maps. If `code` has its own source map, as MDX pages do, the result refers to the original source. */
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

/** Returns code that registers nothing on the server and in the frame of edited demos, where there is no global registry. */
function prologue(name: string): string {
  return (
    `const $RefreshReg$ = (type, id) => globalThis.cascaderDocsRefresh?.register(type, ${JSON.stringify(`${name} `)} + id), ` +
    '$RefreshSig$ = () => globalThis.cascaderDocsRefresh?.signature() ?? ((type) => type); '
  );
}
