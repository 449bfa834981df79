import type { Command } from 'commander';
import type { Session } from './session.ts';

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serve the library to an assistant: Model Context Protocol on standard input and output')
    .argument('[site]', 'folder or URL of the built site (default: the output folder)')
    .option('--root <folder>', 'folder of the site with the types that check code', '.')
    .action(async (place: string | undefined, { root }: { root: string }) => {
      const { serveMcp } = await import('../index.ts');
      await serveMcp({ root, ...(place !== undefined && { place }), signal: session.life.signal });
    });
}
