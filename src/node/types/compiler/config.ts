/** A project's `tsconfig.json`, as far as this compiler understands it in another way than those before it. */
import path from 'node:path';

/** Options as a `tsconfig.json` has them. */
export type Options = Record<string, unknown>;

/** What a configuration says. */
export interface Config {
  /** Absolute: what names of modules stand for. */
  paths: Record<string, string[]>;
  /** Absolute paths of the files that it names. */
  fileNames: readonly string[];
  /** Names a newer version of the language than ES2023. */
  isNewer: boolean;
}

/** A configuration as the compiler gives it: options with a few values to choose from are numbers. */
interface ParsedConfig {
  options: Record<string, unknown>;
  fileNames?: readonly string[] | null;
}

/** `none`, `amd`, `umd`, `system`. */
const MODULES_BEFORE_BUNDLERS = [0, 2, 3, 4];
/** `es2023`; later versions have larger numbers. */
const ES2023 = 10;
/** `classic` and `node10`. */
const RESOLUTIONS_BEFORE_BUNDLERS = [1, 2];

export function readOptions({ options, fileNames }: ParsedConfig): Config {
  const {
    paths = {},
    pathsBasePath,
    configFilePath,
    baseUrl,
    target = 0,
  } = options as {
    paths?: Record<string, string[]>;
    pathsBasePath?: string;
    configFilePath?: string;
    baseUrl?: string;
    target?: number;
  };
  const base = baseUrl ?? pathsBasePath ?? path.dirname(configFilePath ?? '');
  const absolute = Object.entries(paths).map(([name, targets]): [string, string[]] => [
    name,
    targets.map((target) => path.resolve(base, target)),
  ]);
  return {
    paths: { ...(baseUrl === undefined ? {} : { '*': [path.join(baseUrl, '*')] }), ...Object.fromEntries(absolute) },
    fileNames: fileNames ?? [],
    isNewer: target > ES2023,
  };
}

/** Options in place of those that the compiler no longer has: most libraries' configurations are older than it is. */
export function optionsInPlace(config: ParsedConfig): Options {
  const { module, moduleResolution, baseUrl } = config.options as { [option: string]: number | string | undefined };
  return {
    ...(MODULES_BEFORE_BUNDLERS.includes(module as number) ? { module: 'esnext' } : {}),
    ...(RESOLUTIONS_BEFORE_BUNDLERS.includes(moduleResolution as number) ? { moduleResolution: 'bundler' } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl: null, paths: readOptions(config).paths }),
  };
}
