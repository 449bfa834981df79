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
    .description('serve the built site like a static host')
    .argument('[root]', 'site folder', '.')
    .option('--out <folder>', 'output folder, if different from the configuration', parsePath)
    .option('--base <path>', 'path that the site was built for, if different from the configuration')
    .option('--port <number>', 'port; if it is in use, the next free port', parsePort, 4172)
    .option('--strict-port', 'fail if the port is in use')
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
