import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../../src/node/tools/checkout/child-environment.ts';

describe('childEnvironment', () => {
  it('passes on secrets and settings, but no variables of the working tree', () => {
    const environment = childEnvironment(
      {
        ...{ NPM_TOKEN: 'secret', npm_config_registry: 'https://example.org', GIT_SSH_COMMAND: 'ssh', CI: 'true' },
        ...{ npm_config_workspace: 'docs', npm_lifecycle_event: 'check', npm_package_name: 'x', INIT_CWD: '/x' },
        ...{ NODE_ENV: 'production', GIT_DIR: '.git', GIT_INDEX_FILE: 'index', FORCE_COLOR: '1' },
      },
      [],
    );
    expect(environment).toEqual({
      ...{ NPM_TOKEN: 'secret', npm_config_registry: 'https://example.org', GIT_SSH_COMMAND: 'ssh', CI: 'true' },
      ...{ PATH: '', NO_COLOR: '1', TERM: 'dumb', GIT_TERMINAL_PROMPT: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' },
      ...{ npm_config_yes: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
      ...{ npm_config_update_notifier: 'false', npm_config_prefer_offline: 'true' },
    });
  });

  it('finds executables of the checkout before those of the system, and none of the working tree', () => {
    const folders = [
      '/work/node_modules/.bin',
      '/usr/bin',
      '/lib/node_modules/npm/node_modules/@npmcli/x/node-gyp-bin',
      '/bin',
    ];
    const { Path, PATH } = childEnvironment({ Path: folders.join(path.delimiter) }, ['/checkout/node_modules/.bin']);
    expect(PATH).toBe(undefined);
    expect(Path).toBe(['/checkout/node_modules/.bin', '/usr/bin', '/bin'].join(path.delimiter));
  });
});
