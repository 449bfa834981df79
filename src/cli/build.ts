import fs from 'node:fs';
import { type Command, Option } from 'commander';
import type { BuildOptions, TimedTask } from '../index.ts';
import { TARGETS } from '../node/project/config/targets.ts';
import { FORMAT_HELP, parseFormat, parsePath, parsePathOrUrl } from './option-values.ts';
import { type Format, printDiagnostics, printReasons, printSummary } from './print.ts';
import { type Session, withProgress } from './session.ts';

interface BuildFlags
  extends Pick<BuildOptions, 'base' | 'target' | 'strict' | 'cache' | 'verifyCache' | 'stats' | 'against'> {
  out?: string;
  explain?: string | true;
  trace?: string;
  format: Format;
}

export function addBuild(program: Command, session: Session): void {
  program
    .command('build')
    .description('build the site into its output folder')
    .argument('[root]', 'site folder, which contains docs/ and cascader-docs.config.ts', '.')
    .option(
      '--out <folder>',
      'output folder (default: outputPath in the configuration, or dist in the site folder)',
      parsePath,
    )
    .option('--base <path>', 'path that the site is served under, such as /my-library/')
    .addOption(new Option('--target <host>', 'hosting provider to generate configuration for').choices(TARGETS))
    .option('--strict', 'treat warnings as errors')
    .option('--no-cache', 'ignore the cache, and do not update it')
    .option(
      '--against <published>',
      'published site: output folder, sitemap or list of URLs; a missing route is an error',
      parsePathOrUrl,
    )
    .option('--explain [route]', 'print why pages were rebuilt: a summary, or all reasons for one page')
    .addOption(
      new Option(
        '--verify-cache',
        'rebuild cached results, and compare them with the cache; a difference is an error',
      ).conflicts('cache'),
    )
    .option('--stats', 'print time and memory per stage and process, and the slowest pages and demos')
    .option('--trace <file>', 'write a Chrome trace of stages, pages and demos by worker', parsePath)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { out: outDir, format, explain, trace, ...flags }: BuildFlags) => {
      // Without the other tools, which `index.ts` has, this is loaded in half the time.
      const { build } = await import('../node/build/build.ts');
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

/** Writes tasks as a Chrome trace: complete events, one row for each worker. Times in it are microseconds. */
function writeTrace(file: string, tasks: readonly TimedTask[]): void {
  const workers = [...new Set(tasks.map(({ worker }) => worker))];
  const first = Math.min(...tasks.map(({ start }) => start));
  const events = tasks.map(({ kind, name, worker, start, time }) => ({
    name,
    cat: kind,
    ph: 'X',
    ts: Math.round((start - first) * 1000),
    dur: Math.round(time * 1000),
    pid: process.pid,
    tid: workers.indexOf(worker),
    args: { worker },
  }));
  fs.writeFileSync(file, `${JSON.stringify(events)}\n`);
}
