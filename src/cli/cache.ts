import path from 'node:path';
import type { Command } from 'commander';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { counted, type Format } from './print.ts';
import type { Session } from './session.ts';

export function addCache(program: Command, session: Session): void {
  program
    .command('cache')
    .description('print the location and size of the cache, or remove it')
    .argument('[root]', 'site folder', '.')
    .option('--info', 'print the location and size of the cache (default)')
    .option('--clear', 'remove the cache')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { clear = false, format }: { clear?: boolean; format: Format }) => {
      const { cacheInfo } = await import('../index.ts');
      session.format = format;
      const info = await cacheInfo({ root, clear });
      if (format === 'json') {
        process.stdout.write(`${JSON.stringify({ cache: { ...info, isCleared: clear } })}\n`);
        return;
      }
      const folder = path.relative(process.cwd(), info.folder);
      const size = `${counted(info.entries, 'file')}, ${(info.bytes / 1e6).toFixed(1)} MB`;
      process.stdout.write(`${clear ? 'Removed ' : ''}${size} in ${folder}\n`);
    });
}
