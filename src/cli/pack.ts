import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { PackResult } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { countBySeverity, counted, type Format, formatBytes, printDiagnostics } from './print.ts';
import { type Session, withProgress } from './session.ts';

interface PackFlags {
  package?: string;
  outDir?: string;
  maxSize?: number;
  format: Format;
}

export function addPack(program: Command, session: Session): void {
  program
    .command('pack')
    .description('write the documentation into a folder that is published with the library, for assistants')
    .argument('[root]', 'site folder', '.')
    .option(
      '--out-dir <folder>',
      "folder to write (default: pack.outDir, or skills/<name> in the library's folder)",
      parsePath,
    )
    .option(
      '--max-size <kB>',
      'limit in kilobytes; larger documentation is an error (default: pack.maxSize, or 300)',
      parseSize,
    )
    .option('--package <name>', 'package to write for, if the site documents several')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .addHelpText('after', '\nTo run it before each release, add to package.json: "prepack": "cascader-docs pack"')
    .action(async (root: string, { package: packageName, format, ...flags }: PackFlags) => {
      const { pack } = await import('../index.ts');
      session.format = format;
      const result = await withProgress(session, ({ stage }) =>
        pack({ ...flags, root, packageName, signal: session.life.signal, onStage: stage }),
      );
      printDiagnostics(result.diagnostics, format);
      printPack(result, format);
    });
}

function parseSize(value: string): number {
  const size = Number(value);
  if (value.trim() !== '' && size > 0 && Number.isFinite(size)) return size;
  throw new InvalidArgumentError('Expected a number of kilobytes above 0.');
}

function printPack({ diagnostics, ...summary }: PackResult, format: Format): void {
  const { warnings } = countBySeverity(diagnostics);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ summary: { ...summary, warnings } })}\n`);
    return;
  }
  const { outDir, package: name, version, pages, sources, bytes } = summary;
  const counts = [counted(pages, 'page'), counted(sources, 'demo file'), formatBytes(bytes)].join(', ');
  process.stdout.write(
    `${pc.green('✔')} ${name} ${version}: ${counts} → ${path.relative(process.cwd(), outDir) || '.'}\n`,
  );
  if (warnings > 0) process.stdout.write(`  ${pc.yellow(counted(warnings, 'warning'))}, see above\n`);
}
