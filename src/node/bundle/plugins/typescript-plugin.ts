import fs from 'node:fs/promises';
import path from 'node:path';
import type { OnLoadResult, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import { TsconfigError, type TypeScriptProjects, type TypeScriptSettings } from '../../project/tsconfig.ts';
import { type EntrySource, FENCE_NAMESPACE, sourceOfEntry } from '../esbuild/entries.ts';

export interface ScriptText extends EntrySource {
  /** Absolute path of the script. Undefined for a virtual module. */
  filePath?: string;
}

/** Compiles scripts only if `tsconfig.json` differs from our settings: JSX from a package, or TypeScript decorators. */
export function typescriptPlugin(projects: TypeScriptProjects, demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'typescript',
    setup(build) {
      build.onStart(projects.forget);
      build.onLoad({ filter: /\.(?:[cm]?ts|[jt]sx)$/, namespace: 'file' }, async ({ path: filePath }) => {
        const folder = path.dirname(filePath);
        return await loadScript(build, projects, { folder, filePath }, async () => ({
          text: await fs.readFile(filePath, 'utf8'),
          loader: path.extname(filePath).replace(/^\.[cm]?/, '') as ScriptText['loader'],
        }));
      });
      build.onLoad({ filter: /.*/, namespace: FENCE_NAMESPACE }, async ({ path: id }) => {
        const source = sourceOfEntry(`${FENCE_NAMESPACE}:${id}`, [], demos);
        return source && (await loadScript(build, projects, source, () => source));
      });
    },
  };
}

async function loadScript(
  build: PluginBuild,
  projects: TypeScriptProjects,
  { folder, filePath }: { folder: string; filePath?: string },
  read: () => Pick<ScriptText, 'text' | 'loader'> | Promise<Pick<ScriptText, 'text' | 'loader'>>,
): Promise<OnLoadResult | undefined> {
  const settings = trySettings(projects, folder, filePath);
  if (!settings || 'errors' in settings || !changesScripts(settings)) return settings && asErrors(settings);
  const script = { ...(await read()), folder, filePath };
  return { contents: await asProjectSays(build, script, settings), loader: script.loader, resolveDir: folder };
}

/** Applies the project's settings, because esbuild's options are the same for all files. Keeps line numbers, or adds a source map. */
export async function asProjectSays(
  { esbuild }: Pick<PluginBuild, 'esbuild'>,
  { text, loader, filePath }: ScriptText,
  settings: TypeScriptSettings | undefined,
): Promise<string> {
  let result = text;
  if (settings && hasDecorators(text, loader, settings)) {
    const compiled = await esbuild
      .transform(text, {
        loader,
        jsx: 'preserve',
        target: 'es2022',
        sourcemap: 'inline',
        sourcesContent: false,
        sourcefile: path.basename(filePath ?? 'demo.tsx'),
        logLevel: 'silent',
        tsconfigRaw: {
          compilerOptions: {
            experimentalDecorators: true,
            useDefineForClassFields: settings.useDefineForClassFields,
            jsx: 'preserve',
          },
        },
      })
      // The bundler reports syntax errors with their locations.
      .catch(() => undefined);
    result = compiled?.code ?? text;
  }
  const source = settings?.jsxImportSource;
  // The pragma is at the end, so that no line moves. A pragma in the file takes precedence.
  if (source && /sx$/.test(loader) && !PRAGMA.test(text)) result += `\n/** @jsxImportSource ${source} */\n`;
  return result;
}

export function hasDecorators(text: string, loader: string, settings: TypeScriptSettings): boolean {
  return settings.experimentalDecorators && loader.startsWith('ts') && DECORATOR.test(text);
}

const PRAGMA = /@jsx(?:ImportSource|Runtime)?\s+\S/;
const DECORATOR = /(?:^|[\s(,;{])@[\w$(]/;

export function trySettings(
  projects: TypeScriptProjects,
  folder: string,
  filePath?: string,
): TypeScriptSettings | { errors: PartialMessage[] } | undefined {
  try {
    return projects.settingsOf(folder, filePath);
  } catch (error) {
    if (!(error instanceof TsconfigError)) throw error;
    const text = `The TypeScript configuration cannot be read: ${error.message}`;
    return { errors: [{ text, location: { file: error.file, line: 1 } }] };
  }
}

function asErrors(settings: TypeScriptSettings | { errors: PartialMessage[] }): OnLoadResult | undefined {
  return 'errors' in settings ? settings : undefined;
}

function changesScripts({ jsxImportSource, experimentalDecorators }: TypeScriptSettings): boolean {
  return jsxImportSource !== undefined || experimentalDecorators;
}

export interface KnownSettings {
  hasPaths: boolean;
  changesScripts: boolean;
}

/** Returns the settings of known folders. Reading a configuration for each of the thousands of files in packages would be slow. */
export function knownSettings(projects: TypeScriptProjects, folders: Iterable<string>): KnownSettings {
  const found = [...new Set(folders)].map((folder) => trySettings(projects, folder));
  return {
    hasPaths: found.some((settings) => settings && ('errors' in settings || settings.hasPaths)),
    changesScripts: found.some((settings) => settings && ('errors' in settings || changesScripts(settings))),
  };
}
