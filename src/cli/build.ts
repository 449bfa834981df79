import { type Command, Option } from 'commander';
import type { BuildOptions, TimedTask } from '../index.ts';
import { TARGETS } from '../node/project/config/targets.ts';
import { FORMAT_HELP, parseFormat, parsePath, parsePathOrUrl } from './option-values.ts';
import { type Format, printDiagnostics, printReasons, printSummary } from './print.ts';
import { type Session, withProgress } from './session.ts';
import { writeTrace } from './trace.ts';

interface BuildFlags
  extends Pick<BuildOptions, 'base' | 'target' | 'strict' | 'inPlace' | 'cache' | 'verifyCache' | 'stats' | 'against'> {
  out?: string;
  explain?: string | true;
  trace?: string;
  format: Format;
}

export function addBuild(program: Command, session: Session): void {
  program
    .command('build')
    .description('build the site into its output folder')
    .argument('[root]', 'folder of the site: where docs/ and cascader-docs.config.ts are', '.')
    .option(
      '--out <folder>',
      "output folder (default: dist in the site's folder, or outputPath of the config)",
      parsePath,
    )
    .option('--base <path>', 'path that the site is served under, such as /my-library/')
    .addOption(new Option('--target <host>', 'host that the site is written for').choices(TARGETS))
    .option('--strict', 'treat warnings as errors')
    .option(
      '--in-place',
      'replace files one by one instead of swapping folders, for an output folder that cannot be renamed',
    )
    .option('--no-cache', 'make everything anew, and keep nothing for the next build')
    .option(
      '--against <published>',
      'what was published: folder of a build, sitemap or list of addresses; what is gone is an error',
      parsePathOrUrl,
    )
    .option('--explain [route]', 'tell why pages were made, and not taken from the last build; in sum, or of one page')
    .addOption(
      new Option(
        '--verify-cache',
        'make again what could be taken from the cache, and compare it: a difference is an error',
      ).conflicts('cache'),
    )
    .option('--stats', 'tell where time and memory go: stages, processes, the slowest pages and demos')
    .option('--trace <file>', 'write a Chrome trace of stages, pages and demos by worker', parsePath)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { out: outDir, format, explain, trace, ...flags }: BuildFlags) => {
      const { build } = await import('../index.ts');
      session.format = format;
      const { signal } = session.life;
      const tasks: TimedTask[] = [];
      const onTask = trace === undefined ? undefined : (task: TimedTask) => void tasks.push(task);
      const result = await withProgress(session, ({ stage }) =>
        build({ ...flags, root, outDir, signal, onStage: stage, onTask }),
      );
      if (trace !== undefined) writeTrace(trace, tasks);
      printDiagnostics(result.diagnostics, format);
      printSummary(result, format);
      if (explain) printReasons(result, explain === true ? undefined : explain, format);
    });
}
