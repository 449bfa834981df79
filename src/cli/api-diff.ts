import { type Command, InvalidArgumentError } from 'commander';
import { pc } from './colors.ts';
import { printDiagnostics } from './print.ts';
import { EXIT, type Session } from './session.ts';

interface DiffFlags {
  root: string;
  package?: string;
  offline?: boolean;
  format: 'text' | 'json' | 'markdown';
  failOn?: 'breaking' | 'any';
}

export function addApiDiff(api: Command, session: Session): void {
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
