/** The commands `plan`, `pages` and `merge`, with which several machines build one site. */
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { MergeOptions, PlanOptions } from '../index.ts';
import { TARGETS } from '../node/project/config/targets.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseCount, parseFormat, parsePath } from './option-values.ts';
import { counted, type Format, printDiagnostics, printSummary } from './print.ts';
import { type Session, withProgress } from './session.ts';

export function addShards(program: Command, session: Session): void {
  const { signal } = session.life;
  program
    .command('plan')
    .description('divide the pages of a site into parts that several machines can build')
    .argument('[root]', 'site folder', '.')
    .requiredOption('--shards <number>', 'number of parts', parseCount)
    .requiredOption('--out <folder>', 'folder to write to, with a folder for each part', parsePath)
    .option('--base <path>', 'path that the site is served under, such as /my-library/')
    .addOption(targetOption())
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { format, ...flags }: Omit<PlanOptions, 'root'> & { format: Format }) => {
      const { plan } = await import('../index.ts');
      session.format = format;
      const { diagnostics, ...result } = await withProgress(session, ({ stage }) =>
        plan({ ...flags, root, signal, onStage: stage }),
      );
      printDiagnostics(diagnostics, format);
      const { pages, demos, shards, out } = result;
      printResult(
        { plan: result },
        `${counted(pages, 'page')}, ${counted(demos, 'demo')} in ${counted(shards, 'shard')}`,
        out,
        format,
      );
    });
  program
    .command('pages')
    .description('build the pages of one part of a plan')
    .argument('<shard>', 'folder of the part, such as .plan/0', parsePath)
    .requiredOption('--out <folder>', 'folder to write to', parsePath)
    .option('--root <folder>', 'site folder', parsePath, '.')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (shard: string, { format, ...flags }: { out: string; root: string; format: Format }) => {
      const { makePages } = await import('../index.ts');
      session.format = format;
      const result = await makePages({ ...flags, shard, signal });
      const left = result.left > 0 ? `, ${result.left} left to merge` : '';
      printResult({ part: result }, `${counted(result.pages, 'page')}${left}`, result.out, format);
    });
  program
    .command('merge')
    .description('merge the parts of a site into the files that build would write')
    .argument('<parts...>', 'folders of all parts')
    .option('--root <folder>', 'site folder', parsePath, '.')
    .option('--out <folder>', 'output folder, if different from the configuration', parsePath)
    .option('--base <path>', 'path that the site is served under, the same as for plan')
    .addOption(targetOption())
    .option('--make-missing', 'build the pages that no part has, or that have changed since their part was built')
    .option('--strict', 'treat warnings as errors')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(
      async (
        parts: string[],
        { format, out: outDir, ...flags }: Omit<MergeOptions, 'parts'> & { out?: string; format: Format },
      ) => {
        const { merge } = await import('../index.ts');
        session.format = format;
        const result = await withProgress(session, ({ stage }) =>
          merge({ ...flags, parts: parts.map(parsePath), outDir, signal, onStage: stage }),
        );
        printDiagnostics(result.diagnostics, format);
        printSummary(result, format);
      },
    );
}

function targetOption(): Option {
  return new Option('--target <host>', 'hosting provider to generate configuration for, as for build').choices(TARGETS);
}

function printResult(data: object, text: string, out: string, format: Format): void {
  const folder = path.relative(process.cwd(), out) || '.';
  process.stdout.write(format === 'json' ? `${JSON.stringify(data)}\n` : `${pc.green('✔')} ${text} → ${folder}\n`);
}
