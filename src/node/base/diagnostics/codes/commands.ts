import { didYouMean } from '../did-you-mean.ts';
import { type CodeEntry, dumi } from './entry.ts';

const MERGE_NOTE = 'Specify the folder of each shard once, for example `--merge shard-1 shard-2`.';

export const COMMANDS = {
  CD120: {
    name: 'no-built-site',
    example: { when: '`cascader-docs preview` before the first build' },
    message: ({ folder }: { folder: string }) => ({
      text: `There is no built site in ${folder}`,
      notes: ['Build it first: `npx cascader-docs build`.'],
    }),
  },
  CD121: {
    name: 'cannot-listen',
    example: { when: '`cascader-docs preview --port 80` while another server is using the port' },
    message: {
      taken: ({ port, wanted }: { port: number; wanted: number }) => ({
        text: wanted === port ? `Port ${port} is in use` : `Ports ${wanted} to ${port} are in use`,
        notes: ['Choose another port with --port.'],
      }),
      refused: ({ host, port, code }: { host: string; port: number; code: string }) => ({
        text: `Cannot listen on ${host}, port ${port} (${code})`,
        notes: ['Choose another host or port with --host and --port.'],
      }),
    },
  },
  CD122: {
    name: 'dumi-1-config',
    severity: 'info',
    example: dumi("mode: 'site'"),
    message: ({ rename }: { rename: { from: string; to: string } | undefined }) => ({
      text: 'The site uses dumi 1, which is not supported: only features that also exist in dumi 2 work',
      notes: [
        `Upgrade to dumi 2 first: \`npm install --save-dev dumi@2\`${rename ? `, rename ${rename.from} to ${rename.to}` : ''}, and follow https://d.umijs.org/guide/upgrading.`,
      ],
    }),
  },
  CD123: {
    name: 'config-without-default',
    example: { files: { 'cascader-docs.config.ts': "export const title = 'Acme';\n" } },
    message: () => ({
      text: 'The configuration file has no default export, so its options would be ignored',
      notes: ['Export the configuration: `export default defineConfig({ … })`.'],
    }),
  },
  CD130: {
    name: 'starter-not-written',
    example: { when: '`cascader-docs init src`, where `src` contains files' },
    message: {
      'file-exists': ({ files }: { files: string[] }) => ({
        text: `${files.length === 1 ? 'A file that init would write already exists' : 'Files that init would write already exist'}, and init never overwrites files`,
        notes: [...files, 'Move them, or specify another folder: `npx cascader-docs init <folder>`.'],
      }),
      'no-site': ({ folder, tool }: { folder: string; tool: string }) => ({
        text: `${folder} contains no site that init can migrate${tool === 'detect' ? '' : ` from ${tool}`}`,
        notes: ['Specify the folder of the site: `npx cascader-docs init <folder> --from <tool>`.'],
      }),
      'no-folder': ({ folder, code }: { folder: string; code: string }) => ({
        text: `The starter cannot be written to ${folder} (${code})`,
        notes: ['Specify another folder: `npx cascader-docs init <folder>`.'],
      }),
    },
  },
  CD150: {
    name: 'missing-check-package',
    example: { when: '`cascader-docs check` without `playwright-core`' },
    message: ({ name }: { name: string }) => ({
      text: `\`check\` needs ${name}, which is not installed`,
      notes: ['Install both packages: `npm install --save-dev playwright-core axe-core`.'],
    }),
  },
  CD151: {
    name: 'no-browser',
    example: { when: '`cascader-docs check` on a machine without Chromium' },
    message: {
      chromium: () => ({
        text: '`check` found no browser',
        notes: ['Install Chromium, Chrome or Edge, or set CHROME_PATH to a browser executable.'],
      }),
      path: ({ named }: { named: string }) => ({
        text: `CHROME_PATH is ${named}, but that file does not exist`,
        notes: ['Correct the path, or unset CHROME_PATH.'],
      }),
      own: ({ browser }: { browser: string }) => ({
        text: `Playwright's ${browser} is not installed`,
        notes: [`Install it: \`npx playwright-core install ${browser}\`.`],
      }),
    },
  },
  CD152: {
    name: 'browser-not-started',
    example: { when: '`CHROME_PATH=/bin/false cascader-docs check`' },
    message: ({ browser, reason }: { browser: string; reason: string }) => ({
      text: `The browser ${browser} did not start`,
      notes: [reason, 'Set CHROME_PATH to another browser.'],
    }),
  },
  CD153: {
    name: 'unknown-checked-demo',
    example: { when: '`cascader-docs check --demo no-such-demo`' },
    message: ({ text, nearest }: { text: string; nearest: string | undefined }) => ({
      text: `No demo id contains ${text}${didYouMean(nearest, (id) => id)}`,
    }),
  },
  CD190: {
    name: 'invalid-shards',
    example: { when: '`cascader-docs check --merge shard-1 shard-1`' },
    message: {
      none: () => ({ text: 'There are no shards to merge', notes: [MERGE_NOTE] }),
      missing: ({ shards }: { shards: string[] }) => ({
        text: `${shards.length === 1 ? 'The shard' : 'The shards'} ${shards.join(', ')} ${shards.length === 1 ? 'is' : 'are'} missing`,
        notes: [MERGE_NOTE],
      }),
      doubled: ({ shard, folders }: { shard: string; folders: string[] }) => ({
        text: `The shard ${shard} is in several folders: ${folders.join(', ')}`,
        notes: [MERGE_NOTE],
      }),
      different: ({ folder }: { folder: string }) => ({
        text: `The shard in ${folder} is from another run`,
        notes: ['Run all shards at the same commit, with the same flags and the same version of cascader-docs.'],
      }),
      uneven: ({ demo, isMissing }: { demo: string; isMissing: boolean }) => ({
        text: `The demo ${demo} is in ${isMissing ? 'no shard' : 'several shards'}, because the machines divided the demos by different cached durations`,
        notes: ['Restore the same cache on all machines, or run all shards with `--no-cache`.'],
      }),
      unfinished: ({ folder, reason }: { folder: string; reason: string }) => ({
        text: `The shard in ${folder} did not finish: ${reason}`,
        notes: ['Run this shard again.'],
      }),
      'same-folder': ({ folder }: { folder: string }) => ({
        text: `The report cannot be written to ${folder}, which is the folder of a shard`,
        notes: ['Choose another folder with `--out`.'],
      }),
      screenshots: () => ({
        text: 'Screenshots cannot be divided into shards',
        notes: ['Run `npx cascader-docs check --only screenshots` on one machine.'],
      }),
    },
  },
  CD160: {
    name: 'no-codesandbox-key',
    example: { when: '`cascader-docs sandbox create` without `CSB_API_KEY`' },
    message: {
      missing: () => ({
        text: 'Creating sandboxes requires a CodeSandbox API key, but CSB_API_KEY is not set',
        notes: [
          'Create a key at https://codesandbox.io/t/api, with permission to create sandboxes.',
          'Set the key for one command: `CSB_API_KEY=csb_… npx cascader-docs sandbox create`.',
          '--dry-run prints the projects, and needs no key.',
        ],
      }),
      malformed: () => ({
        text: 'CSB_API_KEY contains characters that a CodeSandbox API key cannot contain',
        notes: ['Copy the whole key again, without quotes: https://codesandbox.io/t/api.'],
      }),
    },
  },
  CD161: {
    name: 'missing-codesandbox-sdk',
    example: { when: '`cascader-docs sandbox create` without `@codesandbox/sdk`' },
    message: ({ reason }: { reason?: string }) => ({
      text:
        reason === undefined
          ? 'Creating sandboxes requires @codesandbox/sdk, which is not installed'
          : `The package @codesandbox/sdk cannot be loaded: ${reason}`,
      notes: [
        'Install it: `npm install --save-dev @codesandbox/sdk`.',
        '--dry-run prints the projects, and does not need the package.',
      ],
    }),
  },
  CD162: {
    name: 'unresolved-demo-name',
    example: { when: '`cascader-docs sandbox create no-such-demo`' },
    message: {
      unknown: ({ name, nearest }: { name: string; nearest: string | undefined }) => ({
        text: `There is no demo ${name} with a sandbox project${didYouMean(nearest)}`,
        notes: ['Specify a demo id or its ending. --dry-run lists all ids. Inline demos have no sandbox project.'],
      }),
      ambiguous: ({ name, ids }: { name: string; ids: string[] }) => ({
        text: `${ids.length} demos match ${name}`,
        notes: [`Specify the full id: ${ids.join(', ')}.`],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
