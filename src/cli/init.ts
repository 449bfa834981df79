import path from 'node:path';
import { type Command, Option } from 'commander';
import type { CiHost } from '../index.ts';
import { CI_HOSTS, MOVE_TOOLS, type MoveTool } from '../node/tools/init/choices.ts';
import { pc } from './colors.ts';
import { counted } from './print.ts';

interface InitFlags {
  ci?: CiHost;
  from?: MoveTool | true;
  out?: string;
  dryRun?: boolean;
}

export function addInit(program: Command): void {
  program
    .command('init')
    .description('create a documented component library, or add a site to one: pages, a demo, configuration, scripts')
    .argument('[folder]', 'folder to write into; existing files are never overwritten', '.')
    .addOption(new Option('--ci <host>', 'add a workflow that publishes the site on GitHub Pages').choices(CI_HOSTS))
    .addOption(
      new Option('--from [tool]', 'move the site of another tool; without a name, the tool is detected').choices(
        MOVE_TOOLS,
      ),
    )
    .option('--out <folder>', 'folder for the moved site (default: `moved` in the folder)')
    .option('--dry-run', 'with --from, print what would be written')
    .action(async (to: string, { ci, from, out, dryRun }: InitFlags) => {
      const { init } = await import('../index.ts');
      const folder = path.resolve(to);
      const { files, notes } = await init({
        ...{ folder, ci, dryRun },
        from: from === true ? 'detect' : from,
        out: out === undefined ? undefined : path.resolve(out),
      });
      // The files of a starter are too many to list.
      const names = files.length > 0 && files.length < 8 ? `: ${files.join(', ')}` : '';
      process.stdout.write(
        `${pc.green('✔')} ${counted(files.length, 'file')} in ${to}${names}\n${notes.map((note) => `  ${note}\n`).join('')}`,
      );
    });
}
