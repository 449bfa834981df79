import type { Command } from 'commander';
import type { UpdatedApiHistory } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { countBySeverity, counted, type Format, printDiagnostics } from './print.ts';
import { EXIT, type Session } from './session.ts';

interface HistoryFlags {
  package?: string;
  from?: string;
  all?: boolean;
  offline?: boolean;
  format: Format;
}

export function addApiHistory(api: Command, session: Session): void {
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
