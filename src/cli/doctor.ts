import type { Command } from 'commander';
import type { Examination, Share } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { countBySeverity, counted, type Format, printDiagnostics } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

export function addDoctor(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('report what would not work in the site of a project, such as a dumi project')
    .argument('[root]', 'site folder', '.')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { format }: { format: Format }) => {
      const { doctor } = await import('../index.ts');
      session.format = format;
      const result = await withProgress(session, ({ stage }) =>
        doctor({ root, signal: session.life.signal, onStage: stage }),
      );
      printExamination(result, format);
      if (result.diagnostics.some(({ severity }) => severity === 'error')) session.exitCode = EXIT.content;
    });
}

function printExamination({ diagnostics, score, remedy, isComplete }: Examination, format: Format): void {
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ score, remedy, isComplete })}\n`);
    return;
  }
  const lines: [Share, string, string][] = [
    [score.pages, 'page', 'without an error'],
    [score.demos, 'demo', 'in the HTML'],
    [score.routes, 'URL', ''],
    [score.keys, 'key', 'in the configuration'],
  ];
  for (const [{ working, of }, what, how] of lines) {
    if (of > 0)
      process.stdout.write(
        `${working === of ? pc.green('✔') : pc.yellow('!')} ${`${working} of ${counted(of, what)} ${how}`.trim()}\n`,
      );
  }
  if (!isComplete)
    process.stdout.write(
      `${pc.yellow('!')} Not all demos were checked. Fix the errors above, then run the command again\n`,
    );
  if (remedy) {
    const { option, removes, of, severity } = remedy;
    process.stdout.write(`${pc.yellow('→')} \`${option}\` removes ${removes} of ${counted(of, severity)}\n`);
  }
  const { errors, warnings } = countBySeverity(diagnostics);
  process.stdout.write(
    errors > 0
      ? `${pc.red('✖')} ${counted(errors, 'error')} to fix before the site can be built\n`
      : `${pc.green('✔')} The site can be built${warnings > 0 ? `, with ${counted(warnings, 'warning')}` : ''}\n`,
  );
}
