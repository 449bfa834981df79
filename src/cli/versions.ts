import path from 'node:path';
import type { Command } from 'commander';
import type { AddedVersion } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { counted, type Format, formatBytes, printDiagnostics } from './print.ts';
import type { Session } from './session.ts';

interface AddFlags {
  from?: string;
  href?: string;
  build?: string;
  output?: string;
  label?: string;
  /** False for `--no-alias`. */
  alias: string[] | false;
  replace?: boolean;
  root: string;
  format: Format;
}

export function addVersions(program: Command, session: Session): void {
  const versions = program.command('versions').description('older versions of the site');
  versions
    .command('add')
    .description('archive a built site as a version, or list a version that is published elsewhere')
    .argument('<id>', 'id of the version, which is part of its URLs: 1.x')
    .option('--from <site>', 'folder with a built site, or git ref')
    .option('--href <url>', 'URL of a version that stays where it is published')
    .option('--build <command>', 'command that builds the git ref (default: the build of this tool)')
    .option('--output <folder>', 'folder that the command writes to (default: dist, docs-dist, build and others)')
    .option('--label <text>', 'text that readers see (default: that of the replaced version, or the id)')
    .option(
      '--alias <id>',
      'other id that leads to the version; can be repeated',
      (text: string, all: string[]) => [...all, text],
      [],
    )
    .option('--no-alias', 'with --replace: remove the other ids of the version')
    .option('--replace', 'replace the version if it exists')
    .option('--root <folder>', 'site folder', '.')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (id: string, { alias, format, ...flags }: AddFlags) => {
      const { addVersion } = await import('../index.ts');
      session.format = format;
      const result = await addVersion({
        ...{ id, ...flags, aliases: aliasesOf(alias), signal: session.life.signal },
        onProgress(step) {
          if (format === 'text') process.stderr.write(`${pc.dim(`${step} …`)}\n`);
        },
      });
      printDiagnostics(result.diagnostics, format);
      printAdded(result, format);
    });
}

/** Returns undefined for the aliases of the replaced version. */
function aliasesOf(flag: string[] | false): string[] | undefined {
  if (flag === false) return [];
  return flag.length > 0 ? flag : undefined;
}

function printAdded({ diagnostics: _, folder, ...added }: AddedVersion, format: Format): void {
  const shown = path.relative(process.cwd(), folder) || '.';
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ added: { ...added, folder } })}\n`);
    return;
  }
  const { id, kind, pages, files, bytes } = added;
  const counts = [counted(pages, 'page'), counted(files, 'file'), formatBytes(bytes)];
  process.stdout.write(
    kind === 'linked'
      ? `${pc.green('✔')} ${id} is listed → ${shown}\n`
      : `${pc.green('✔')} ${id} is archived: ${counts.join(', ')} → ${shown}\n`,
  );
}
