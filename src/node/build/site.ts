import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import { readText } from '../base/files/read-files.ts';
import { configDiagnostics } from '../bundle/config-errors.ts';
import { type ConfigCode, importConfig } from '../bundle/config-module.ts';
import { createDataFiles } from '../bundle/data-files.ts';
import { findJsonFault } from '../bundle/esbuild/json-fault.ts';
import { checkReact } from '../bundle/react-version.ts';
import { findAllowedFolders, findWorkspace } from '../project/allowed-folders.ts';
import { CONFIG_NAMES, findConfig } from '../project/config/find-config.ts';
import { fromDumiConfig } from '../project/config/from-dumi.ts';
import { locateKey } from '../project/config/key-location.ts';
import { digestOfPlugins } from '../project/config/plugin-digest.ts';
import { resolveConfig } from '../project/config/resolve-config.ts';
import type { Site, SiteOverrides, Workspace } from '../project/config/types.ts';
import { checkConfiguredFiles } from '../project/configured-files.ts';
import { libraryEntry, sourceEntry } from '../project/libraries.ts';
import { checkTsconfig } from '../project/tsconfig.ts';
import { readWorkspace } from '../project/workspace.ts';

interface LoadSiteOptions extends SiteOverrides {
  /** Collects the absolute paths of the files that define the configuration, even if the configuration is invalid. */
  inputs?: Set<string>;
  /** Aborts the wait for the configuration. */
  signal?: AbortSignal;
  /** Called with the code of the configuration file that was executed. */
  onConfig?: (config: ConfigCode) => void;
}

/**
 * Finds and resolves the configuration of a site. If a site has no configuration, reads the dumi or umi configuration.
 * In a project that depends on dumi or umi, their defaults apply.
 *
 * @param root folder of the site, which contains `cascader-docs.config.ts` and `docs`
 * @returns the site and warnings; throws a DiagnosticError with exit code 2 if the configuration is invalid
 */
export async function loadSite(
  root: string,
  { inputs, signal, onConfig, ...overrides }: LoadSiteOptions = {},
): Promise<{ site: Site; diagnostics: Diagnostic[] }> {
  const realRoot = await realFolder(root);
  const packageJson = await nearestPackageJson(realRoot);
  inputs?.add(path.join(packageJson.dir, 'package.json'));
  for (const name of CONFIG_NAMES) inputs?.add(path.join(realRoot, name));
  let configCode: ConfigCode | undefined;
  const {
    user,
    configFile,
    configSource,
    configKeys,
    writtenFor,
    diagnostics: ofDumi,
  } = await readConfig(realRoot, packageJson, {
    inputs,
    signal,
    onConfig(code) {
      configCode = code;
      onConfig?.(code);
    },
  });
  const projectRoot = await projectFolder(user, realRoot, packageJson.dir);
  if (projectRootOf(user) !== undefined) checkProjectRoot(projectRoot, { configFile, configSource });
  const context = { root: realRoot, projectRoot, packageJson, configFile, configSource, overrides };
  const resolved = await whileConfigIsRead(
    () => {
      const result = resolveConfig(user, context);
      // The configuration is part of cache keys and is sent to workers, so a circular reference must fail here. Plugins
      // may be of any type.
      JSON.stringify({ ...result.config, postcss: undefined, esbuild: undefined, markdown: undefined });
      const { markdown } = result.config ?? {};
      if (markdown && configCode) markdown.digest = digestOfPlugins(markdown, configCode);
      return result;
    },
    realRoot,
    configFile,
  );
  const diagnostics = [...ofDumi, ...resolved.diagnostics, ...checkReact({ root: realRoot, projectRoot })];
  const { config } = resolved;
  if (!config || diagnostics.some(({ severity }) => severity === 'error')) throw new DiagnosticError(diagnostics, 2);
  const isChosen = projectRootOf(user) !== undefined;
  const allowed = await findAllowedFolders(config, { root: realRoot, projectRoot, isChosen });
  const place = { configFile, configSource, configKeys, writtenFor };
  const workspaceRoot = await findWorkspace(packageJson.dir);
  const workspace = workspaceRoot === undefined ? undefined : readWorkspace(workspaceRoot);
  const site: Site = {
    root: realRoot,
    projectRoot,
    allowed,
    config,
    ...place,
    data: createDataFiles(
      () => site,
      [...config.docDirs, ...config.atomDirs].map(({ dir }) => dir),
    ),
    workspace,
    packageJson: withRepository(packageJson, workspace),
  };
  checkInstalled(site);
  checkLibraries(site);
  checkConfiguredFiles(site);
  const sources = [site.root, path.dirname(libraryEntry(site) ?? '')].filter(path.isAbsolute);
  return { site, diagnostics: [...diagnostics, ...checkTsconfig(site, sources)] };
}

/** Adds the workspace's repository to a package of the workspace, with the package's folder. */
function withRepository(packageJson: Site['packageJson'], workspace: Workspace | undefined): Site['packageJson'] {
  if (!workspace || packageJson.dir === workspace.root) return packageJson;
  const urlOf = (repository: Site['packageJson']['repository']): string | undefined =>
    typeof repository === 'string' ? repository : repository?.url;
  const { repository = workspace.repository } = packageJson;
  const url = urlOf(repository);
  const isOwn = url !== urlOf(workspace.repository) || (typeof repository === 'object' && repository.directory);
  if (url === undefined || isOwn) return packageJson;
  const directory = relativePath(workspace.root, packageJson.dir);
  return { ...packageJson, repository: { url, directory } };
}

/**
 * Runs a function that reads the configuration. If the configuration throws an error, for example in a getter, reports
 * the error in the configuration's file.
 */
async function whileConfigIsRead<Result>(
  read: () => Result,
  root: string,
  configFile: string | undefined,
): Promise<Result> {
  try {
    return read();
  } catch (error) {
    if (configFile === undefined || error instanceof DiagnosticError) throw error;
    throw new DiagnosticError(await configDiagnostics(error, path.join(root, configFile), root), 2);
  }
}

/** Throws an error for Yarn Plug'n'Play, because the bundler cannot find packages that only a patched Node can resolve. */
function checkInstalled({ root, projectRoot, workspace }: Site): void {
  const folders = [root, projectRoot, workspace?.root].filter((folder) => folder !== undefined);
  const isPatched = folders.some((folder) => existsSync(path.join(folder, '.pnp.cjs')));
  if (!isPatched || folders.some((folder) => existsSync(path.join(folder, 'node_modules', 'react')))) return;
  throw failure(2, 'yarn-plug-n-play', {});
}

function checkLibraries({ config, configFile, configSource = '', root }: Site): void {
  const missing = (config.library ?? []).filter(({ entry }) => sourceEntry(entry) === undefined);
  const location = configFile === undefined ? undefined : locateKey(configFile, configSource, ['library']);
  const diagnostics = missing.map(({ entry }) => {
    const data = { case: 'missing-library', entry: relativePath(root, entry) } as const;
    return createDiagnostic('invalid-config-value', data, { location });
  });
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
}

interface WrittenConfig extends Pick<Site, 'configFile' | 'configSource' | 'configKeys' | 'writtenFor'> {
  user: unknown;
  diagnostics: Diagnostic[];
}

/** Reads the configuration and determines its location. Converts a dumi configuration to one for this tool, and reports that. */
async function readConfig(
  root: string,
  { dependencies }: Site['packageJson'],
  { inputs, signal, onConfig: onCode }: Pick<LoadSiteOptions, 'inputs' | 'signal' | 'onConfig'>,
): Promise<WrittenConfig> {
  const usesDumi = ['dumi', 'umi'].some((name) => dependencies?.[name] !== undefined);
  const dumi = dependencies?.dumi;
  const found = await findConfig(root, { usesDumi });
  if (!found) return usesDumi ? { ...fromDumiConfig({}, { dumi }), writtenFor: 'dumi' } : { user: {}, diagnostics: [] };
  const { file, tool } = found;
  const filePath = path.join(root, file);
  // The file is read before bundling, so that an unreadable file is not reported as a module that the bundler cannot find.
  const source = readText(filePath);
  const written = await importConfig(filePath, root, { inputs, signal, onCode });
  if (written === undefined || written === null)
    throw new DiagnosticError(
      [createDiagnostic('config-without-default', {}, { location: { file, line: 1, column: 1 } })],
      2,
    );
  const configKeys = await whileConfigIsRead(
    () => (typeof written === 'object' ? Object.keys(written) : []),
    root,
    file,
  );
  const place = { configFile: file, configSource: source, configKeys };
  return tool === 'dumi'
    ? { ...place, ...fromDumiConfig(written, { file, source, dumi }), writtenFor: 'dumi' }
    : { ...place, user: written, diagnostics: [] };
}

async function realFolder(root: string): Promise<string> {
  try {
    const real = await fs.realpath(root);
    if ((await fs.stat(real)).isDirectory()) return real;
  } catch {
    // A path that cannot be resolved is reported below.
  }
  throw failure(2, 'missing-site-folder', { root }, { location: { file: root, line: 1, column: 1 } });
}

/** Returns the configured project folder. The folder is read first, because other paths are checked against it. */
async function projectFolder(user: unknown, root: string, fallback: string): Promise<string> {
  const configured = projectRootOf(user);
  return configured === undefined ? fallback : await realFolder(path.resolve(root, configured));
}

/** Rejects the file system root as the project folder, because pages could then publish every file on the machine. */
function checkProjectRoot(
  projectRoot: string,
  { configFile = '', configSource = '' }: Pick<Site, 'configFile' | 'configSource'>,
): void {
  if (path.dirname(projectRoot) !== projectRoot) return;
  const location = locateKey(configFile, configSource, ['projectRoot']);
  throw failure(2, 'invalid-config-value', { case: 'whole-file-system', projectRoot }, { location });
}

function projectRootOf(user: unknown): string | undefined {
  const configured = (user as { projectRoot?: unknown } | undefined)?.projectRoot;
  return typeof configured === 'string' ? configured : undefined;
}

async function nearestPackageJson(dir: string, start: string = dir): Promise<Site['packageJson']> {
  const file = path.join(dir, 'package.json');
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTSUP') throw error;
    // If the file is not found, continue in the parent folder. If there is no package.json, the site's folder is the project folder.
    const parent = path.dirname(dir);
    return parent === dir ? { dir: start } : await nearestPackageJson(parent, start);
  }
  try {
    // Some editors write a byte order mark at the start of a file.
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof parsed !== 'object' || parsed === null) throw new Error('it is not an object');
    const { name, version, repository, ...rest } = parsed as Record<string, object | undefined>;
    const dependencies = { ...rest.peerDependencies, ...rest.devDependencies, ...rest.dependencies };
    return {
      name: typeof name === 'string' ? name : undefined,
      version: typeof version === 'string' ? version : undefined,
      repository: repository as Site['packageJson']['repository'],
      dependencies: dependencies as Record<string, string>,
      dir,
    };
  } catch (error) {
    const name = relativePath(start, file);
    const fault = await findJsonFault(text.replace(/^\uFEFF/, ''), name);
    const { location = { file: name, line: 1, column: 1 }, text: reason = (error as Error).message } = fault ?? {};
    throw failure(2, 'invalid-package-json', { reason }, { location });
  }
}
