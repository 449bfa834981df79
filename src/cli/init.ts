import path from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { init } from '../index.ts';

/** Adds `init`. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('write a starter for a documented component library: pages, a demo, configuration, scripts')
    .argument('[folder]', 'folder to write into; existing files are never overwritten', '.')
    .action(async (folder: string) => {
      const { files, notes } = await init({ folder: path.resolve(folder) });
      process.stdout.write(
        `${pc.green('✔')} ${files.length} files in ${folder}\n${notes.map((note) => `  ${note}\n`).join('')}`,
      );
    });
}
