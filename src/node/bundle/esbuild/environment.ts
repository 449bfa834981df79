import fs from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, BuildResult, Loader, Message, PartialMessage, Plugin, SameShape } from 'esbuild';
import { isInside } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { build, transform } from './bundler.ts';
import { type InteractivePage, sourceOfEntry } from './entries.ts';

/** Where a script runs. Some scripts run in both environments. */
type RunsIn = 'browser' | 'server' | 'both';

/** Global that is true while demos are rendered on the server. */
const IS_SERVER = 'globalThis.cascaderDocsServer';

/** `environment` is the expression for `process.env.NODE_ENV`: a JSON string or the name of a variable. */
export function environmentDefines(
  site: Site,
  { environment, runs }: { environment: string; runs: RunsIn },
): Record<string, string> {
  const isProduction = environment === JSON.stringify('production');
  const variables = publicVariables().map(([name, value]) => [name, JSON.stringify(value)]);
  const meta: [name: string, value: string][] = [
    ['MODE', environment],
    ['DEV', String(!isProduction)],
    ['PROD', String(isProduction)],
    ['SSR', runs === 'both' ? IS_SERVER : String(runs === 'server')],
    ['BASE_URL', JSON.stringify(site.config.base)],
  ];
  return {
    'process.env.NODE_ENV': environment,
    ...Object.fromEntries(variables.map(([name, value]) => [`process.env.${name}`, value])),
    ...Object.fromEntries([...meta, ...variables].map(([name, value]) => [`import.meta.env.${name}`, value])),
    'import.meta.env': JSON.stringify(metaEnv(site)),
  };
}

/** Returns the values for a published page. */
export function metaEnv({ config: { base } }: Site): Record<string, string | boolean> {
  return {
    MODE: 'production',
    DEV: false,
    PROD: true,
    SSR: false,
    BASE_URL: base,
    ...Object.fromEntries(publicVariables()),
  };
}

/** Returns the environment variables that scripts may read (`CASCADER_PUBLIC_…`). */
export function publicVariables(): [name: string, value: string][] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('CASCADER_PUBLIC_') && value !== undefined ? [[name, value]] : [],
  );
}

/** Uses of `import.meta` that only other bundlers support. Each has an error message and a replacement. */
const UNSUPPORTED: [pattern: RegExp, text: string, note: string][] = [
  [
    /import\.meta\.glob/,
    '`import.meta.glob` is not supported',
    'Import the files by their names, or handle them with a plugin (`esbuild.plugins` of the config).',
  ],
  [
    /new\s+(?:Shared)?Worker\s*\(/,
    'Workers are not bundled: files relative to `import.meta.url` are not published',
    'Import the URL of a finished script, `import url from "./worker.js?url"`, and write `new Worker(url)`.',
  ],
  [
    /new\s+URL\s*\(/,
    'Files relative to `import.meta.url` are not published',
    'Import the URL: `import url from "./file.png?url"`.',
  ],
];

/**
 * Reports uses of `import.meta` that would be undefined at run time. esbuild warns about such uses, but not for ES
 * module output. Each source file is therefore also compiled to CommonJS.
 */
export function unsupportedPlugin(pages: InteractivePage[]): Plugin {
  return {
    name: 'unsupported',
    setup(build) {
      const { format, absWorkingDir = '' } = build.initialOptions;
      build.onEnd(async ({ warnings, metafile }) => {
        const inputs = format === 'esm' ? Object.keys(metafile?.inputs ?? {}) : [];
        const found = await Promise.all(inputs.map((input) => warningsOf(input, absWorkingDir, pages)));
        return { errors: [...warnings, ...found.flat()].flatMap(unsupportedUse) };
      });
    },
  };
}

/** Folder of our own scripts, where each use of `import.meta` is intended. */
const OWN = path.join(packageDir, 'src');

/** Returns esbuild's warnings about a page or script of the site that is compiled to CommonJS. */
async function warningsOf(input: string, folder: string, pages: InteractivePage[]): Promise<Message[]> {
  const filePath = path.resolve(folder, input);
  const page = sourceOfEntry(input, pages, []);
  const ending = /\.[cm]?([jt]sx?)$/.exec(input)?.[1];
  if (!page && (!ending || input.includes('node_modules/') || isInside(OWN, filePath))) return [];
  const text = page?.text ?? (await fs.readFile(filePath, 'utf8').catch(() => ''));
  if (!/import\.meta\.(?:glob|url)/.test(text)) return [];
  const loader = (page || !ending || ending === 'js' ? 'jsx' : ending) as Loader;
  // If a file fails here, the bundler has reported the error, or a plugin of the project loads the file.
  const result = await transform(text, { sourcefile: input, loader, format: 'cjs' }).catch(() => undefined);
  return result?.warnings ?? [];
}

function unsupportedUse({ id, location }: Message): PartialMessage[] {
  if (id !== 'empty-import-meta' || !location || location.file.includes('node_modules/')) return [];
  const found = UNSUPPORTED.find(([pattern]) => pattern.test(location.lineText));
  return found ? [{ text: found[1], notes: [{ text: found[2] }], location }] : [];
}

/** The whole environment as an object. Single variables are replaced as text. */
const WHOLE = 'import.meta.env';

/** Replaces the object, to detect whether a module uses it. Strings that mention the object stay unchanged. */
const PLACEHOLDER = 'cascaderDocsWholeEnvironment';

/** Builds without the environment object if no module uses it, because esbuild imports the object into every module. */
export async function buildWithEnvironment<T extends BuildOptions & { write: false }>(
  options: SameShape<BuildOptions, T>,
): Promise<BuildResult<T>> {
  if (options.define?.[WHOLE] === undefined) return await build<T>(options);
  const define = { ...options.define, [WHOLE]: PLACEHOLDER };
  const result = await build<T>({ ...options, define } as SameShape<BuildOptions, T>);
  return isUsed(result as BuildResult<{ write: false }>) ? await build<T>(options) : result;
}

function isUsed({ outputFiles }: BuildResult<{ write: false }>): boolean {
  return outputFiles.some(
    ({ path, contents }) =>
      path.endsWith('.js') &&
      Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength).includes(PLACEHOLDER),
  );
}
