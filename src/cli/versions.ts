import path from 'node:path';
import type { Command } from 'commander';
import type { AddedVersion, VersionEntry } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { countBySeverity, counted, type Format, formatBytes, printDiagnostics } from './print.ts';
import { EXIT, type Session } from './session.ts';

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
  const versions = program
    .command('versions')
    .description('older versions of the site: list (default), add, verify, remove');
  addAdd(versions, session);
  addVerify(versions, session);
  versions
    .command('remove')
    .description('remove a version, and the files that no other version has')
    .argument('<id>', 'id of the version')
    .option('--root <folder>', 'site folder', '.')
    .action(async (id: string, { root }: { root: string }) => {
      const { removeVersion } = await import('../index.ts');
      await removeVersion({ root, id, signal: session.life.signal });
      process.stdout.write(`${pc.green('✔')} ${id} removed\n`);
    });
  versions
    .command('list', { isDefault: true })
    .description('list the versions, newest first')
    .option('--root <folder>', 'site folder', '.')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async ({ root, format }: { root: string; format: Format }) => {
      const { listVersions } = await import('../index.ts');
      session.format = format;
      const { versions: entries, storedBytes, diagnostics } = await listVersions({ root, signal: session.life.signal });
      printDiagnostics(diagnostics, format);
      printList(entries, storedBytes, format);
      if (countBySeverity(diagnostics).errors > 0) session.exitCode = EXIT.content;
    });
}

function addAdd(versions: Command, session: Session): void {
  versions
    .command('add')
    .description('seal a built site as a version, or list a version that is published elsewhere')
    .argument('<id>', 'id of the version, which is part of its addresses: 1.x')
    .option('--from <site>', 'folder with a built site, git ref, or address of a published site')
    .option('--href <address>', 'address of a version that stays where it is published')
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

function addVerify(versions: Command, session: Session): void {
  versions
    .command('verify')
    .description('read all files of sealed versions, and compare them with their seals')
    .argument('[id]', 'id of the version (default: all)')
    .option('--root <folder>', 'site folder', '.')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (id: string | undefined, { root, format }: { root: string; format: Format }) => {
      const { verifyVersions } = await import('../index.ts');
      session.format = format;
      const { ids, files, bytes, diagnostics } = await verifyVersions({ root, id, signal: session.life.signal });
      printDiagnostics(diagnostics, format);
      const { errors } = countBySeverity(diagnostics);
      if (format === 'json') process.stdout.write(`${JSON.stringify({ verified: { ids, files, bytes, errors } })}\n`);
      else if (errors === 0)
        process.stdout.write(
          `${pc.green('✔')} ${counted(ids.length, 'sealed version')} verified: ${counted(files, 'file')}, ${formatBytes(bytes)}\n`,
        );
      if (errors > 0) session.exitCode = EXIT.content;
    });
}

function printAdded({ diagnostics: _, folder, ...added }: AddedVersion, format: Format): void {
  const shown = path.relative(process.cwd(), folder) || '.';
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ added: { ...added, folder } })}\n`);
    return;
  }
  const { id, kind, pages, files, bytes, newBytes } = added;
  const counts = [
    counted(pages, 'page'),
    counted(files, 'file'),
    `${formatBytes(bytes)} (${formatBytes(newBytes)} new)`,
  ];
  process.stdout.write(
    kind === 'linked'
      ? `${pc.green('✔')} ${id} is listed → ${shown}\n`
      : `${pc.green('✔')} ${id} is sealed: ${counts.join(', ')} → ${shown}\n`,
  );
}

function printList(entries: VersionEntry[], storedBytes: number, format: Format): void {
  if (format === 'json') {
    for (const entry of entries) process.stdout.write(`${JSON.stringify(entry)}\n`);
    return;
  }
  if (entries.length === 0) process.stdout.write('No versions. To add one: npx cascader-docs versions add <id>\n');
  for (const entry of entries) {
    const aliases = entry.kind === 'sealed' && entry.aliases.length > 0 ? ` (also ${entry.aliases.join(', ')})` : '';
    const label = entry.label === entry.id ? '' : ` "${entry.label}"`;
    const about =
      entry.kind === 'linked'
        ? 'linked'
        : `${counted(entry.pages, 'page')} · ${counted(entry.files, 'file')} · ${formatBytes(entry.bytes)}`;
    process.stdout.write(`${pc.bold(entry.id)}${label}${aliases} ${pc.dim(`${about} · ${entry.href}`)}\n`);
  }
  if (storedBytes > 0) process.stdout.write(`\n${pc.dim(`${formatBytes(storedBytes)} stored, equal files once`)}\n`);
}
