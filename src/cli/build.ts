import fs from 'node:fs';
import type { BuildOptions, TimedTask } from '../index.ts';
import type { Command, Format } from '../kit/kit.ts';
import { FORMAT, parsePath, parsePathOrUrl } from '../kit/option-values.ts';
import { TARGETS } from '../node/project/config/targets.ts';
import { reasonsText, summaryText } from './build-texts.ts';

interface BuildFlags
  extends Pick<BuildOptions, 'root' | 'base' | 'target' | 'strict' | 'cache' | 'verifyCache' | 'stats' | 'against'> {
  out?: string;
  explain?: string | true;
  trace?: string;
  format: Format;
}

export const build: Command = {
  description: 'build the site into its output folder',
  arguments: {
    '[root]': 'folder of the site, which contains docs/ and cascader-docs.config.ts (default: the working directory)',
  },
  options: {
    '--out <folder>': {
      description: 'output folder (default: outputPath in the configuration, or dist in the site folder)',
      parse: parsePath,
    },
    '--base <path>': 'path that the site is served under, such as /my-library/',
    '--target <host>': { description: 'hosting provider to generate configuration for', choices: TARGETS },
    '--strict': 'treat warnings as errors',
    '--no-cache': 'ignore the cache, and do not update it',
    '--against <published>': {
      description: 'published site: output folder, sitemap or list of URLs; a missing route is an error',
      parse: parsePathOrUrl,
    },
    '--explain [route]': 'print why pages were rebuilt: a summary, or all reasons for one page',
    '--verify-cache': {
      description: 'rebuild cached results, and compare them with the cache; a difference is an error',
      conflicts: 'cache',
    },
    '--stats': 'print time and memory per stage and process, and the slowest pages and demos',
    '--trace <file>': { description: 'write a Chrome trace of stages, pages and demos by worker', parse: parsePath },
    ...FORMAT,
  },
  writes: true,
  async run(kit, { out: outDir, format, explain, trace, ...flags }: BuildFlags) {
    // Imports the build without the other tools in `index.ts`, which halves the loading time.
    const { build } = await import('../node/build/build.ts');
    const tasks: TimedTask[] = [];
    const onTask = trace === undefined ? undefined : (task: TimedTask) => void tasks.push(task);
    const result = await build({ ...flags, outDir, signal: kit.signal, onStage: kit.progress, onTask });
    if (trace !== undefined) writeTrace(trace, tasks);
    kit.report(result.diagnostics);
    kit.print(summaryText(result, format));
    const reasons = explain ? reasonsText(result, explain === true ? undefined : explain, format) : '';
    if (reasons !== '') kit.print(reasons);
  },
};

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
