import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PartialMessage, Plugin } from 'esbuild';
import type { AcceptedPlugin, ProcessOptions } from 'postcss';
import { parse } from 'yaml';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { importConfig } from '../config-module.ts';
import { locateText } from '../esbuild/find-import.ts';
import { toMessage } from '../esbuild/message-code.ts';
import { SheetFault } from './types.ts';

/** Extensions of configuration files in search order, which is the same as in other tools. */
const SCRIPT_ENDINGS = ['.ts', '.cts', '.mts', '.js', '.cjs', '.mjs'];
const NAMES = [
  '.postcssrc',
  ...['.json', '.yaml', '.yml', ...SCRIPT_ENDINGS].map((ending) => `.postcssrc${ending}`),
  ...SCRIPT_ENDINGS.map((ending) => `postcss.config${ending}`),
];

export function isPostCssConfig(name: string): boolean {
  return NAMES.includes(name);
}

interface PostCssConfig {
  plugins: AcceptedPlugin[];
  names: string[];
  options: Pick<ProcessOptions, 'parser' | 'syntax' | 'stringifier'>;
  files: string[];
}

interface WrittenConfig extends PostCssConfigOptions {
  plugins?: WrittenPlugin[] | Record<string, unknown>;
}

type PostCssConfigOptions = PostCssConfig['options'];
type WrittenPlugin = AcceptedPlugin | string | [name: string, options?: unknown] | false | null | undefined;

/**
 * Finds the configuration. The search starts in the site's folder and ends at the outermost folder of the site. The
 * option `postcss` takes precedence; false disables PostCSS.
 */
export function findPostCssConfig({ root, projectRoot, allowed = [], config, configFile }: Site): string | undefined {
  if (config.postcss !== undefined) return config.postcss ? path.join(root, configFile ?? '') : undefined;
  const tops = [projectRoot, ...allowed].filter((folder) => isInside(folder, root));
  for (let dir = root; tops.some((top) => isInside(top, dir)); dir = path.dirname(dir)) {
    const present = new Set(readNames(dir));
    const manifest = path.join(dir, 'package.json');
    if (present.has('package.json') && readManifest(manifest) !== undefined) return manifest;
    const name = NAMES.find((candidate) => present.has(candidate));
    if (name) return path.join(dir, name);
    if (dir === path.dirname(dir)) break;
  }
  return undefined;
}

function readNames(dir: string): string[] {
  try {
    return fs.readdirSync(dir);
  } catch {
    // A folder that cannot be listed counts as a folder without a configuration.
    return [];
  }
}

function readManifest(file: string): WrittenConfig | undefined {
  const text = fs.readFileSync(file, 'utf8');
  return text.includes('"postcss"') ? (parseManifest(text) as { postcss?: WrittenConfig } | null)?.postcss : undefined;
}

/** Parses a package.json. Every bundle does this, and the YAML parser is many times slower than `JSON.parse`. */
function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parse(text);
  }
}

/** Reads a configuration and loads its plugins, which belong to the project. Throws a `SheetFault`. */
export async function loadPostCssConfig(filePath: string, site: Site): Promise<PostCssConfig> {
  const files = new Set([filePath]);
  const written = (site.config.postcss as WrittenConfig | undefined) || (await readConfig(filePath, site, files));
  const { plugins = [], parser, syntax, stringifier } = written;
  const entries: [plugin: WrittenPlugin, options?: unknown][] = Array.isArray(plugins)
    ? plugins.map((plugin) => (Array.isArray(plugin) ? plugin : [plugin]))
    : Object.entries(plugins).flatMap(([name, options]) => (options === false ? [] : [[name, options]]));
  const used = entries.filter(([plugin]) => plugin);
  const loaded = await Promise.all(
    used.map(async ([plugin, options]) =>
      typeof plugin === 'string' ? await loadPlugin(plugin, options, { filePath, site }) : (plugin as AcceptedPlugin),
    ),
  );
  const names = used.flatMap(([plugin]) => nameOf(plugin) ?? []);
  const load = async (value: unknown) =>
    typeof value === 'string' ? await importFrom(value, { filePath, site }) : value;
  const options = Object.fromEntries(
    await Promise.all(
      Object.entries({ parser, syntax, stringifier })
        .filter(([, value]) => value)
        .map(async ([key, value]) => [key, await load(value)]),
    ),
  ) as PostCssConfigOptions;
  return { plugins: loaded, names, options, files: [...files] };
}

function nameOf(plugin: WrittenPlugin): string | undefined {
  return typeof plugin === 'string' ? plugin : (plugin as { postcssPlugin?: string }).postcssPlugin;
}

async function readConfig(filePath: string, site: Site, inputs: Set<string>): Promise<WrittenConfig> {
  const name = path.basename(filePath);
  try {
    if (name === 'package.json') return readManifest(filePath) ?? {};
    if (!SCRIPT_ENDINGS.includes(path.extname(name)))
      return (parse(await fs.promises.readFile(filePath, 'utf8')) as WrittenConfig | null) ?? {};
    const exported = await importConfig(filePath, path.dirname(filePath), { inputs });
    const context = { cwd: path.dirname(filePath), env: process.env.NODE_ENV ?? 'production', options: {} };
    const config = typeof exported === 'function' ? await exported(context) : exported;
    return (config ?? {}) as WrittenConfig;
  } catch (error) {
    throw describe(error, { filePath, site });
  }
}

interface ConfigSource {
  filePath: string;
  site: Site;
}

function describe(error: unknown, source: ConfigSource): SheetFault {
  const diagnostics = error instanceof DiagnosticError ? error.diagnostics : undefined;
  const text = diagnostics?.[0]?.text ?? (error as Error).message;
  const missing = /Cannot find (?:package|module):? '?([^'\s]+)'?/.exec(text)?.[1];
  if (missing && !missing.startsWith('.')) return missingPlugin(missing, source);
  return new SheetFault(
    ...(diagnostics ?? [undefined]).map((diagnostic): PartialMessage => {
      const { location } = diagnostic ?? {};
      return {
        text: (diagnostic?.text ?? text).replace(/^The configuration file/, 'The PostCSS configuration'),
        location: location
          ? {
              lineText: lineOf(source.filePath, location.line),
              ...location,
              file: source.filePath,
              column: location.column - 1,
            }
          : locateText(source.filePath, fs.readFileSync(source.filePath, 'utf8'), ''),
      };
    }),
  );
}

function lineOf(filePath: string, line: number): string {
  return fs.readFileSync(filePath, 'utf8').split('\n')[line - 1] ?? '';
}

function missingPlugin(name: string, { filePath }: ConfigSource): SheetFault {
  const location = locateText(filePath, fs.readFileSync(filePath, 'utf8'), name);
  const subject = `The PostCSS plugin ${name} is not installed`;
  const { notes = [], ...message } = toMessage(createDiagnostic('compiler-not-installed', { subject, name }));
  const unchanged = { text: 'With `postcss: false` in the config, style sheets are published unchanged.' };
  return new SheetFault({ ...message, location, notes: [...notes, unchanged] });
}

async function loadPlugin(name: string, options: unknown, configSource: ConfigSource): Promise<AcceptedPlugin> {
  const create = await importFrom(name, configSource);
  const given = tailwindDefaults(name, options, configSource.site);
  try {
    return typeof create === 'function' ? create(given) : (create as AcceptedPlugin);
  } catch (error) {
    throw describe(error, configSource);
  }
}

/** Returns the default export of one of the project's packages, or of a file relative to the configuration. */
async function importFrom(name: string, source: ConfigSource): Promise<unknown> {
  let file: string;
  try {
    file = createRequire(source.filePath).resolve(name);
  } catch {
    throw missingPlugin(name, source);
  }
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown };
    const exported = module.default as { __esModule?: boolean; default?: unknown } | undefined;
    return exported?.__esModule ? exported.default : (exported ?? module);
  } catch (error) {
    throw describe(error, source);
  }
}

const PLUGIN = '@tailwindcss/postcss';

/** Makes Tailwind search the project for class names, regardless of the working directory. */
function tailwindDefaults(name: string, options: unknown, { projectRoot }: Site): unknown {
  return name === PLUGIN ? { base: projectRoot, optimize: false, ...(options as object | undefined) } : options;
}

/** Excludes the output folder from Tailwind's search for class names, so that equal sources produce equal CSS. */
export function withoutOutputs(css: string, filePath: string, { config: { outDir }, projectRoot }: Site): string {
  if (!/@import\s+(?:url\()?['"]tailwindcss\b/.test(css) || !isInside(projectRoot, outDir)) return css;
  const output = relativePath(path.dirname(filePath), outDir);
  return `${css}\n@source not ${JSON.stringify(output.startsWith('.') ? output : `./${output}`)};\n`;
}

/** Reports a style sheet that imports Tailwind if PostCSS does not run Tailwind, because pages would lack its styles. */
export const tailwindPlugin: Plugin = {
  name: 'tailwind',
  setup({ onResolve }) {
    onResolve({ filter: /^tailwindcss(?:\/|$)/ }, ({ kind }) => {
      if (kind !== 'import-rule') return undefined;
      const notes = [
        `Write into postcss.config.mjs: export default { plugins: { '${PLUGIN}': {} } };`,
        `Install it: \`npm install --save-dev tailwindcss ${PLUGIN}\``,
      ];
      return {
        errors: [
          {
            text: 'Tailwind is a PostCSS plugin, but the PostCSS configuration does not list it',
            notes: notes.map((text) => ({ text })),
          },
        ],
      };
    });
  },
};
