import path from 'node:path';

/** Options in the form of a `tsconfig.json`. */
export type Options = Record<string, unknown>;

export interface Config {
  /** Absolute target paths, by module name. */
  paths: Record<string, string[]>;
  /** Absolute paths of the configured files. */
  fileNames: readonly string[];
  /** True if the configured `target` is newer than ES2023. */
  isNewer: boolean;
}

/** Configuration as the compiler parses it. Options with a fixed set of values are numbers. */
interface ParsedConfig {
  options: Record<string, unknown>;
  fileNames?: readonly string[] | null;
}

/** Values of `module`: `none`, `amd`, `umd` and `system`. */
const MODULES_BEFORE_BUNDLERS = [0, 2, 3, 4];
/** Value of `target` for `es2023`; later versions have larger numbers. */
const ES2023 = 10;
/** Values of `moduleResolution`: `classic` and `node10`. */
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

/** Returns replacements for options from before bundlers, because most libraries have such older configurations. */
export function optionsInPlace(config: ParsedConfig): Options {
  const { module, moduleResolution, baseUrl } = config.options as { [option: string]: number | string | undefined };
  return {
    ...(MODULES_BEFORE_BUNDLERS.includes(module as number) ? { module: 'esnext' } : {}),
    ...(RESOLUTIONS_BEFORE_BUNDLERS.includes(moduleResolution as number) ? { moduleResolution: 'bundler' } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl: null, paths: readOptions(config).paths }),
  };
}
