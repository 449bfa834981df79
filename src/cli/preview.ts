import type { Command } from 'commander';
import type { PreviewOptions } from '../index.ts';
import { parsePath, parsePort } from './option-values.ts';
import { printServer } from './print.ts';
import { EXIT, type Session } from './session.ts';

interface PreviewFlags extends Pick<PreviewOptions, 'base' | 'port' | 'strictPort' | 'host'> {
  out?: string;
}

export function addPreview(program: Command, session: Session): void {
  program
    .command('preview')
    .description('serve the built site as a static host does')
    .argument('[root]', 'folder of the site', '.')
    .option('--out <folder>', 'output folder, when it is not the configured one', parsePath)
    .option('--base <path>', 'path that the site was built for, when it is not the configured one')
    .option('--port <number>', 'port; the next free one is taken when it is in use', parsePort, 4172)
    .option('--strict-port', 'fail when the port is in use')
    .option('--host <name>', 'address to listen on', 'localhost')
    .action(async (root: string, { out: outDir, ...flags }: PreviewFlags) => {
      const { preview } = await import('../index.ts');
      const { life } = session;
      const server = await preview({ ...flags, root, outDir, signal: life.signal });
      printServer(server);
      await life.end;
      await server.close();
      session.exitCode = life.exitCode ?? EXIT.ok;
    });
}
