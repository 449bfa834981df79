import fs from 'node:fs/promises';
import path from 'node:path';
import { importConfig } from './bundle/config-module.ts';
import { resolveConfig } from './config/resolve-config.ts';
import type { Site } from './config/types.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';

const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((extension) => `cascader-docs.config.${extension}`);

/** Settings of one run that win over the config file. */
export interface SiteOverrides {
  /** Output folder, relative to the site's root unless absolute. */
  outDir?: string;
  base?: string;
}

/** What {@link loadSite} takes besides. */
interface LoadSiteOptions extends SiteOverrides {
  /** Receives the absolute paths of the files that make the configuration, also when it is wrong. */
  inputs?: Set<string>;
}

/**
 * Finds a site's configuration and resolves it.
 *
 * @param root folder of the site: where `cascader-docs.config.ts` and `docs` are
 * @returns the site and warnings; throws a DiagnosticError with exit code 2 when the configuration is wrong
 */
export async function loadSite(
  root: string,
  { inputs, ...overrides }: LoadSiteOptions = {},
): Promise<{ site: Site; diagnostics: Diagnostic[] }> {
  const realRoot = await realFolder(root);
  const packageJson = await nearestPackageJson(realRoot);
  inputs?.add(path.join(packageJson.dir, 'package.json'));
  for (const name of CONFIG_NAMES) inputs?.add(path.join(realRoot, name));
  const configFile = await findConfig(realRoot);
  const configPath = configFile && path.join(realRoot, configFile);
  const [user, configSource] = configPath
    ? await Promise.all([importConfig(configPath, realRoot, inputs), fs.readFile(configPath, 'utf8')])
    : [{}, undefined];
  const projectRoot = await projectFolder(user, realRoot, packageJson.dir);
  const { config, diagnostics } = resolveConfig(user, {
    root: realRoot,
    projectRoot,
    packageJson,
    configFile,
    configSource,
    overrides,
  });
  if (!config || diagnostics.some(({ severity }) => severity === 'error')) throw new DiagnosticError(diagnostics, 2);
  return {
    site: { root: realRoot, projectRoot, config, configFile, configSource, packageJson },
    diagnostics,
  };
}

async function realFolder(root: string): Promise<string> {
  try {
    const real = await fs.realpath(root);
    if ((await fs.stat(real)).isDirectory()) return real;
  } catch {
    // Told below: a path that cannot be resolved is no folder.
  }
  throw new DiagnosticError(
    [
      {
        severity: 'error',
        code: 'CD100',
        text: `There is no folder ${root}`,
        notes: ['Give the folder that holds cascader-docs.config.ts and docs.'],
      },
    ],
    2,
  );
}

/** The configured project folder, read before the rest is checked: paths are checked against it. */
async function projectFolder(user: unknown, root: string, fallback: string): Promise<string> {
  const configured = (user as { projectRoot?: unknown } | undefined)?.projectRoot;
  return typeof configured === 'string' ? await realFolder(path.resolve(root, configured)) : fallback;
}

async function findConfig(root: string): Promise<string | undefined> {
  const names = await fs.readdir(root);
  const found = CONFIG_NAMES.find((name) => names.includes(name));
  const stranger = names.find((name) => /^cascader-docs\.config\./.test(name) && !CONFIG_NAMES.includes(name));
  if (found || !stranger) return found;
  const notes = [`Call it ${CONFIG_NAMES.join(', ')}.`];
  const text = `${stranger} is not read: a config file has another ending`;
  throw new DiagnosticError([{ severity: 'error', code: 'CD103', text, notes }], 2);
}

async function nearestPackageJson(dir: string, start: string = dir): Promise<Site['packageJson']> {
  const file = path.join(dir, 'package.json');
  let text: string;
  try {
    text = await fs.readFile(file, 'utf8');
  } catch {
    // Not here: the folder above is asked; at the top the site's own folder stands for the project.
    const parent = path.dirname(dir);
    return parent === dir ? { dir: start } : await nearestPackageJson(parent, start);
  }
  try {
    const { name, version, repository } = JSON.parse(text);
    return { name, version, repository, dir };
  } catch (error) {
    const place = { file: path.relative(start, file).split(path.sep).join('/'), line: 1, column: 1 };
    throw new DiagnosticError(
      [
        {
          severity: 'error',
          code: 'CD102',
          text: `package.json is not valid JSON: ${(error as Error).message}`,
          location: place,
        },
      ],
      2,
    );
  }
}
