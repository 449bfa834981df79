import path from 'node:path';
import type { BuildResult, BuildStats, Diagnostic, Stage } from '../index.ts';
import { groupByFile } from '../node/base/diagnostics/diagnostic.ts';
import { diagnosticToJson, formatDiagnostic } from '../node/base/diagnostics/print.ts';
import { findPackageManager, withCommandsFor } from '../node/project/package-manager.ts';
import { pc } from './colors.ts';

/** `json` prints one object per line. */
export type Format = 'text' | 'json';

/**
 * Text goes to standard error, JSON to standard output. Commands in the text are those of the directory's package
 * manager.
 */
export function printDiagnostics(diagnostics: Diagnostic[], format: Format): void {
  if (diagnostics.length === 0) return;
  const { name } = findPackageManager(process.cwd());
  for (const one of groupByFile(diagnostics).flat()) {
    const diagnostic = withCommandsFor(name, one);
    if (format === 'json') process.stdout.write(`${diagnosticToJson(diagnostic)}\n`);
    else process.stderr.write(`${formatDiagnostic(diagnostic, pc)}\n\n`);
  }
}

/** Diagnostics of severity `info` are not counted. */
export function countBySeverity(diagnostics: Diagnostic[]): { errors: number; warnings: number } {
  const count = (severity: Diagnostic['severity']) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

export function printSummary(result: BuildResult, format: Format): void {
  const { outDir, pages, demos, files, bytes, timings, stats, compared, diagnostics, isUnchanged } = result;
  const { warnings } = countBySeverity(diagnostics);
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ summary: { outDir, pages, demos, files, bytes, timings, stats, compared, warnings, isUnchanged } })}\n`,
    );
    return;
  }
  const total = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${time}`);
  const counts = [counted(pages, 'page'), counted(demos, 'demo'), counted(files, 'file'), formatBytes(bytes)];
  const outcome = isUnchanged ? ': nothing has changed' : ` in ${(total / 1000).toFixed(2)} s`;
  process.stdout.write(
    `${pc.green('✔')} ${counts.join(', ')}${outcome} → ${path.relative(process.cwd(), outDir) || '.'}\n`,
  );
  if (!isUnchanged) process.stdout.write(`  ${pc.dim(`${stages.join(' · ')} ms`)}\n`);
  if (compared) process.stdout.write(`  ${formatCompared(compared)}\n`);
  if (stats) process.stdout.write(`\n${formatStats(stats)}\n`);
  if (warnings > 0) process.stdout.write(`  ${pc.yellow(counted(warnings, 'warning'))}, see above\n`);
}

function formatCompared({ pages, results, files }: NonNullable<BuildResult['compared']>): string {
  const counts = [
    counted(pages, 'page'),
    counted(results, 'other result'),
    ...(files > 0 ? [`all of the output (${counted(files, 'file')})`] : []),
  ];
  return `rebuilt, and identical to the cache: ${counts.join(', ')}`;
}

/** Counts each page once, by its first reason. */
export function printReasons({ made, pages }: BuildResult, route: string | undefined, format: Format): void {
  const shown = made.filter((page) => route === undefined || page.route === route);
  if (format === 'json') {
    for (const { route, reasons } of shown) process.stdout.write(`${JSON.stringify({ made: { route, reasons } })}\n`);
    return;
  }
  if (route !== undefined) {
    const lines = shown.flatMap(({ reasons }) => reasons);
    process.stdout.write(
      `\n  ${route} was ${lines.length > 0 ? 'rebuilt, because' : 'restored from an earlier build'}\n`,
    );
    for (const line of lines) process.stdout.write(`    ${line}\n`);
    return;
  }
  const counts = new Map<string, number>();
  for (const { reasons } of made) counts.set(reasons[0] ?? '', (counts.get(reasons[0] ?? '') ?? 0) + 1);
  const line = (count: number, text: string): string => `  ${`${count}`.padStart(6)}  ${text}\n`;
  process.stdout.write(`\n  ${counted(made.length, 'page')} rebuilt; the others were restored from an earlier build\n`);
  for (const [reason, count] of [...counts].sort((a, b) => b[1] - a[1])) process.stdout.write(line(count, reason));
  if (pages > made.length) process.stdout.write(line(pages - made.length, 'nothing changed'));
}

/** Returns tables of the cost of a build, in milliseconds and megabytes of memory. */
function formatStats({ stages, memory, processes, slowestPages, slowestDemos }: BuildStats): string {
  const ms = (time: number): string => `${Math.round(time)}`.padStart(8);
  const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`.padStart(9);
  const line = (name: string, ...columns: string[]): string => `  ${name.padEnd(28)}${columns.join('')}`;
  const named = (title: string, list: { name: string; time: number }[]): string[] =>
    list.length === 0 ? [] : ['', `  ${title}`, ...list.map(({ name, time }) => line(`  ${name} `, ms(time)))];
  return [
    pc.dim(line('', '    wall', '     cpu', '   memory')),
    ...Object.entries(stages).map(([stage, { wall, cpu }]) => line(stage, ms(wall), ms(cpu))),
    line('this process', ' '.repeat(8), ms(Object.values(stages).reduce((sum, { cpu }) => sum + cpu, 0)), mb(memory)),
    ...(processes ?? []).map(({ name, cpu, memory }) => line(name, ' '.repeat(8), ms(cpu), mb(memory))),
    ...named('slowest pages', slowestPages),
    ...named('slowest demos', slowestDemos),
  ].join('\n');
}

export function printServer(server: { urls: string[]; exposed: boolean }): void {
  printUrls(server);
  warnExposed(server);
}

export function printUrls({ urls }: { urls: string[] }): void {
  for (const url of urls) process.stdout.write(`${process.stdout.isTTY ? '  ' : ''}${pc.green('➜')} ${pc.cyan(url)}\n`);
}

export function warnExposed({ exposed }: { exposed: boolean }): void {
  const text = 'Every machine that can reach this one can read the site. Omit --host to serve only this machine.';
  if (exposed) process.stderr.write(`${pc.yellow('!')} ${text}\n`);
}

/** Printed only on a terminal. */
export function createProgress(format: Format): { stage: (stage: Stage) => void; end: () => void } {
  const shown = format === 'text' && process.stderr.isTTY;
  const clear = '\r\u001b[2K';
  return {
    stage: (stage) => {
      if (shown) process.stderr.write(`${clear}${pc.dim(`${stage} …`)}`);
    },
    end: () => {
      if (shown) process.stderr.write(clear);
    },
  };
}

export function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : name.endsWith('s') ? 'es' : 's'}`;
}

export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
