import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Coverage, UpdatedApiHistory } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePercent } from './option-values.ts';
import { countBySeverity, counted, type Format, printDiagnostics } from './print.ts';
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

interface DiffFlags {
  root: string;
  package?: string;
  offline?: boolean;
  format: 'text' | 'json' | 'markdown';
  failOn?: 'breaking' | 'any';
}

function addApiDiff(api: Command, session: Session): void {
  api
    .command('diff')
    .description('list the changes of the API between two versions')
    .argument('<older>', 'a version, a tag, `next` for the working tree, or a folder with types')
    .argument('[newer]', 'the same', 'next')
    .option('--root <folder>', 'site folder', '.')
    .option('--package <name>', 'name of the package (default: the documented one)')
    .option('--offline', "use only npm's cache")
    .option('--format <format>', 'text, json, or markdown for release notes', parseDiffFormat, 'text')
    .option('--fail-on <changes>', 'exit with code 1 if there are changes of this kind: breaking, or any', parseFailOn)
    .action(async (older: string, newer: string, flags: DiffFlags) => {
      const { diffApi, apiDiffReport } = await import('../index.ts');
      const { root, package: packageName, offline, format, failOn } = flags;
      session.format = format === 'json' ? 'json' : 'text';
      const diff = await diffApi({ root, older, newer, packageName, offline, signal: session.life.signal });
      printDiagnostics(diff.diagnostics, session.format);
      const colors = { strong: pc.bold, added: pc.green, breaking: pc.red, quiet: pc.dim };
      if (format === 'json') process.stdout.write(`${JSON.stringify(diff)}\n`);
      else process.stdout.write(apiDiffReport(diff, format, colors));
      const isFailure = failOn === 'any' ? diff.facts.length > 0 : diff.facts.some(({ isBreaking }) => isBreaking);
      if (failOn && isFailure) session.exitCode = EXIT.content;
    });
}

function parseDiffFormat(value: string): DiffFlags['format'] {
  if (value === 'text' || value === 'json' || value === 'markdown') return value;
  throw new InvalidArgumentError('Expected text, json or markdown.');
}

function parseFailOn(value: string): NonNullable<DiffFlags['failOn']> {
  if (value === 'breaking' || value === 'any') return value;
  throw new InvalidArgumentError('Expected breaking or any.');
}

interface HistoryFlags {
  package?: string;
  from?: string;
  all?: boolean;
  offline?: boolean;
  format: Format;
}

function addApiHistory(api: Command, session: Session): void {
  api
    .command('history')
    .description('read the published versions of the library that the history file lacks, and add their changes to it')
    .argument('[root]', 'site folder', '.')
    .option('--package <name>', 'name of the package (default: the documented one)')
    .option('--from <version>', 'first version of a new history (default: the first that was published)')
    .option('--all', 'read every version, not only the last of each minor')
    .option('--offline', "use only npm's cache")
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { package: packageName, from, all, offline, format }: HistoryFlags) => {
      const { updateApiHistory } = await import('../index.ts');
      session.format = format;
      const result = await updateApiHistory({
        ...{ root, packageName, from, all, offline, signal: session.life.signal },
        onVersion(version, index, count) {
          if (format === 'text') process.stderr.write(`${pc.dim(`${index + 1} of ${count}:`)} ${version}\n`);
        },
      });
      printDiagnostics(result.diagnostics, format);
      printResult(result, format);
      if (countBySeverity(result.diagnostics).errors > 0) session.exitCode = EXIT.content;
    });
}

function printResult({ file, history, added }: UpdatedApiHistory, format: Format): void {
  const { versions, facts } = history;
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ file, versions: versions.map(({ version }) => version), added, facts: facts.length })}\n`,
    );
    return;
  }
  const total = `${counted(versions.length, 'version')}, ${counted(facts.length, 'change')}`;
  process.stdout.write(
    added.length === 0
      ? `${file} is up to date: ${total}\n`
      : `${file}: ${counted(added.length, 'version')} added. ${total}\n`,
  );
}
