import path from 'node:path';

type Environment = NodeJS.ProcessEnv;

/** Variables that select a repository, as listed by `git rev-parse --local-env-vars`. */
const OF_REPOSITORY = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/** Matches variables that the checkout must not inherit: for example, `npm_config_workspace` would install only one workspace. */
const OF_SCRIPTS =
  /^(?:npm_(?:package|lifecycle)_.*|npm_(?:command|execpath|node_execpath|config_(?:local_prefix|user_agent|workspaces?|include_workspace_root))|INIT_CWD|PNPM_SCRIPT_SRC_DIR|PROJECT_CWD|BERRY_BIN_FOLDER|NODE_ENV)$/i;

/** Returns an environment without variables that select a repository. */
export function withoutRepository(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_REPOSITORY.has(name)));
}

/**
 * Returns the environment of this process, including its secrets, but without variables of the working tree. As in CI,
 * there are no input and no colors. Executables in `binFolders` are found first.
 */
export function childEnvironment(environment: Environment, binFolders: string[]): Environment {
  const names = Object.entries(withoutRepository(environment)).filter(([name]) => !OF_SCRIPTS.test(name));
  const kept = Object.fromEntries(names.filter(([name]) => !/^(?:path|force_color)$/i.test(name)));
  const found = names.find(([name]) => /^path$/i.test(name));
  // When scripts of the working tree run, the path contains the executables of the working tree.
  const folders = (found?.[1] ?? '').split(path.delimiter).filter((folder) => !isBinFolder(folder));
  return {
    ...kept,
    [found?.[0] ?? 'PATH']: [...binFolders, ...folders].join(path.delimiter),
    CI: environment.CI || '1',
    NO_COLOR: '1',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    npm_config_yes: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    // The lock file contains versions and hashes, so cached metadata is sufficient.
    npm_config_prefer_offline: 'true',
  };
}

function isBinFolder(folder: string): boolean {
  return /(?:^|[\\/])node_modules[\\/](?:.*[\\/])?(?:\.bin|node-gyp-bin)[\\/]?$/.test(folder);
}
