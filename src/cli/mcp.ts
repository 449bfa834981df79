import type { Command } from 'commander';
import type { Session } from './session.ts';

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description(
      'answer an assistant about the library, through the Model Context Protocol on standard input and output',
    )
    .argument('[site]', 'folder or URL of the built site (default: the output folder)')
    .option('--root <folder>', 'site folder, whose types are used to check code', '.')
    .action(async (place: string | undefined, { root }: { root: string }) => {
      const { serveMcp } = await import('../index.ts');
      await serveMcp({ root, ...(place !== undefined && { place }), signal: session.life.signal });
    });
}
