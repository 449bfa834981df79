import { type Command, Option } from 'commander';
import type { Session } from './session.ts';

interface McpFlags {
  root: string;
  package?: string;
  version?: string;
}

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description(
      'answer an assistant about the library, through the Model Context Protocol on standard input and output',
    )
    .argument('[site]', 'folder or URL of the built site (default: the output folder)')
    .option('--root <folder>', 'site folder or project, whose types are used to check code', '.')
    .addOption(
      new Option('--package <name>', 'answer from the documentation inside of an installed package').conflicts(
        'version',
      ),
    )
    .option('--version <version>', 'answer from the documentation of a version that the site has stored')
    .action(async (place: string | undefined, { root, package: packageName, version }: McpFlags) => {
      const { serveMcp } = await import('../index.ts');
      await serveMcp({
        root,
        ...{ ...(place !== undefined && { place }), ...(packageName && { packageName }), ...(version && { version }) },
        signal: session.life.signal,
      });
    });
}
