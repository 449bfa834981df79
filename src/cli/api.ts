import { type Command, Option } from 'commander';
import type { Coverage } from '../index.ts';
import { addApiDiff } from './api-diff.ts';
import { addApiHistory } from './api-history.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePercent } from './option-values.ts';
import type { Format } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

interface ApiFlags {
  min?: number;
  minShown?: number;
  format: Format;
}

export function addApi(program: Command, session: Session): void {
  const api = program.command('api').description("report on the library's API: coverage (default), history, diff");
  addApiHistory(api, session);
  addApiDiff(api, session);
  api
    .command('coverage', { isDefault: true })
    .description('list exports and properties that lack a description or a demo')
    .argument('[root]', 'site folder', '.')
    .addOption(new Option('--coverage', 'the same as the name of the command').hideHelp())
    .option('--min <percent>', 'fail if fewer than this percentage have a description', parsePercent)
    .option('--min-shown <percent>', 'fail if demos show fewer than this percentage', parsePercent)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { min = 0, minShown = 0, format }: ApiFlags) => {
      const { apiCoverage } = await import('../index.ts');
      session.format = format;
      const result = await withProgress(session, ({ stage }) =>
        apiCoverage({ root, signal: session.life.signal, onStage: stage }),
      );
      printCoverage(result, format);
      const missed = [
        ...(result.percent < min ? [`below the ${min} % that --min requires`] : []),
        ...(result.shownPercent < minShown ? [`below the ${minShown} % that --min-shown requires`] : []),
      ];
      for (const text of missed) process.stderr.write(`${pc.red('✖')} ${text}\n`);
      if (missed.length > 0) session.exitCode = EXIT.content;
    });
}

function printCoverage(result: Coverage, format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  for (const { id, kind, described, shown, total, withoutDescription, withoutDemo } of result.components) {
    process.stdout.write(
      `${pc.bold(id)} ${pc.dim(`${kind} · described ${described} of ${total} · shown ${shown} of ${total}`)}\n`,
    );
    if (withoutDescription.length > 0)
      process.stdout.write(`  ${pc.yellow('no description')} ${withoutDescription.join(', ')}\n`);
    if (withoutDemo.length > 0) process.stdout.write(`  ${pc.yellow('no demo')} ${withoutDemo.join(', ')}\n`);
  }
  const { percent, shownPercent, described, shown, total } = result;
  process.stdout.write(
    `\n${pc.bold(`${percent} %`)} described (${described} of ${total}), ${shownPercent} % shown in a demo (${shown})\n`,
  );
}
