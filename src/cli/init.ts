import path from 'node:path';
import { type Command, Option } from 'commander';
import type { CiHost, Engine } from '../index.ts';
import { CI_HOSTS, ENGINES } from '../node/tools/init/choices.ts';
import { pc } from './colors.ts';
import { parseCount } from './option-values.ts';
import { counted } from './print.ts';

export function addInit(program: Command): void {
  program
    .command('init')
    .description('create a documented component library, or add a site to one: pages, a demo, configuration, scripts')
    .argument('[folder]', 'folder to write into; existing files are never overwritten', '.')
    .addOption(new Option('--ci <host>', 'add a workflow that publishes the site on GitHub Pages').choices(CI_HOSTS))
    .addOption(
      new Option('--engine <name>', 'write only the configuration for building a site in parts').choices(ENGINES),
    )
    .option('--shards <number>', 'number of parts, with --engine', parseCount, 4)
    .action(async (to: string, { ci, engine, shards }: { ci?: CiHost; engine?: Engine; shards: number }) => {
      const { init, initEngine } = await import('../index.ts');
      const folder = path.resolve(to);
      const { files, notes } = await (engine ? initEngine({ folder, engine, shards }) : init({ folder, ci }));
      // The files of a starter are too many to list.
      const names = files.length > 0 && files.length < 8 ? `: ${files.join(', ')}` : '';
      process.stdout.write(
        `${pc.green('✔')} ${counted(files.length, 'file')} in ${to}${names}\n${notes.map((note) => `  ${note}\n`).join('')}`,
      );
    });
}
