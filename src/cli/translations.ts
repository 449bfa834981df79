import type { Command } from 'commander';
import { translations } from '../index.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { type Format, printTranslations } from './print.ts';
import { EXIT, type Session } from './session.ts';

/** Adds `translations`. */
export function addTranslations(program: Command, session: Session): void {
  program
    .command('translations')
    .description('tell which translations are missing, and which are older than what they translate')
    .argument('[root]', 'folder of the site', '.')
    .option('--strict', 'fail when one is missing or outdated')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { strict = false, format }: { strict?: boolean; format: Format }) => {
      session.format = format;
      const result = await translations({ root, signal: session.life.signal });
      printTranslations(result, format);
      const isWhole = result.locales.every(({ missing, outdated }) => missing.length + outdated.length === 0);
      if (strict && !isWhole) session.exitCode = EXIT.content;
    });
}
