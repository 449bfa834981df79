import type { Command } from 'commander';
import pc from 'picocolors';
import { apiCoverage } from '../index.ts';
import { FORMAT_HELP, parseFormat, parsePercent } from './option-values.ts';
import { type Format, printCoverage } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

interface ApiFlags {
  min?: number;
  minShown?: number;
  format: Format;
}

/** Adds `api`. */
export function addApi(program: Command, session: Session): void {
  program
    .command('api')
    .description('tell which exports and properties of the library have a description and a demo')
    .argument('[root]', 'folder of the site', '.')
    .option('--coverage', 'list those without (the default)')
    .option('--min <percent>', 'fail when less than so many percent are described', parsePercent)
    .option('--min-shown <percent>', 'fail when demos show less than so many percent', parsePercent)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { min = 0, minShown = 0, format }: ApiFlags) => {
      session.format = format;
      const result = await withProgress(session, ({ stage }) =>
        apiCoverage({ root, signal: session.life.signal, onStage: stage }),
      );
      printCoverage(result, format);
      const missed = [
        ...(result.percent < min ? [`less than the ${min} % of --min`] : []),
        ...(result.shownPercent < minShown ? [`less than the ${minShown} % of --min-shown`] : []),
      ];
      for (const text of missed) process.stderr.write(`${pc.red('✖')} ${text}\n`);
      if (missed.length > 0) session.exitCode = EXIT.content;
    });
}
