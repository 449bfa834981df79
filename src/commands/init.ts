import path from 'node:path';
import type { CiHost, MoveTool } from '../index.ts';
import { type Command, colors, counted } from '../kit/kit.ts';

const CI_HOSTS: readonly CiHost[] = ['github', 'gitlab'];
const MOVE_TOOLS: readonly MoveTool[] = ['storybook', 'vitepress', 'docusaurus'];

interface InitFlags {
  folder?: string;
  ci?: CiHost;
  shards?: number;
  from?: MoveTool | true;
  out?: string;
  dryRun?: boolean;
}

export const init: Command = {
  description: 'create a documented component library, or add a site to one: pages, a demo, configuration, scripts',
  arguments: {
    '[folder]': 'folder to write into; existing files are never overwritten (default: the working directory)',
  },
  options: {
    '--ci <host>': {
      description: 'add a workflow that publishes the site, and comments on pull requests with a report',
      choices: CI_HOSTS,
    },
    '--shards <number>': {
      description: 'with --ci, number of machines that check the demos of a pull request',
      parse: parseShards,
    },
    '--from [tool]': {
      description: 'migrate a site from another tool; without a name, the tool is detected',
      choices: MOVE_TOOLS,
    },
    '--out <folder>': 'folder for the migrated site (default: `moved` in the folder)',
    '--dry-run': 'with --from, print what would be written',
  },
  writes: true,
  async run(kit, { folder = '.', ci, shards, from, out, dryRun }: InitFlags) {
    const { init } = await import('../index.ts');
    const { files, notes } = await init({
      ...{ folder: path.resolve(folder), ci, shards, dryRun },
      from: from === true ? 'detect' : from,
      out: out === undefined ? undefined : path.resolve(out),
    });
    // A starter has too many files to list.
    const names = files.length > 0 && files.length < 8 ? `: ${files.join(', ')}` : '';
    const done = `${colors.green('✔')} ${counted(files.length, 'file')} in ${folder}${names}`;
    kit.print([done, ...notes.map((note) => `  ${note}`)].join('\n'));
  },
};

function parseShards(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count;
  throw new Error('Expected a number from 1 to 100.');
}
