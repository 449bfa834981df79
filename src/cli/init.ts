import path from 'node:path';
import { type Command, Option } from 'commander';
import type { CiHost } from '../index.ts';
import { CI_HOSTS } from '../node/tools/init/choices.ts';
import { pc } from './colors.ts';
import { counted } from './print.ts';

export function addInit(program: Command): void {
  program
    .command('init')
    .description('create a documented component library, or add a site to one: pages, a demo, configuration, scripts')
    .argument('[folder]', 'folder to write into; existing files are never overwritten', '.')
    .addOption(new Option('--ci <host>', 'add a workflow that publishes the site on GitHub Pages').choices(CI_HOSTS))
    .action(async (to: string, { ci }: { ci?: CiHost }) => {
      const { init } = await import('../index.ts');
      const folder = path.resolve(to);
      const { files, notes } = await init({ folder, ci });
      // The files of a starter are too many to list.
      const names = files.length > 0 && files.length < 8 ? `: ${files.join(', ')}` : '';
      process.stdout.write(
        `${pc.green('✔')} ${counted(files.length, 'file')} in ${to}${names}\n${notes.map((note) => `  ${note}\n`).join('')}`,
      );
    });
}
