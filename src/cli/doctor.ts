import type { Command } from 'commander';
import { doctor } from '../index.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { type Format, printExamination } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

/** Adds `doctor`. */
export function addDoctor(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('read a project, one that was written for dumi too, and tell what its site would lose')
    .argument('[root]', 'folder of the site', '.')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { format }: { format: Format }) => {
      session.format = format;
      const result = await withProgress(session, ({ stage }) =>
        doctor({ root, signal: session.life.signal, onStage: stage }),
      );
      printExamination(result, format);
      if (result.diagnostics.some(({ severity }) => severity === 'error')) session.exitCode = EXIT.content;
    });
}
