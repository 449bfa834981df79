import type { BuildResult, BuildStats } from '../index.ts';
import { colors } from '../kit/colors.ts';
import type { Format } from '../kit/kit.ts';
import { countBySeverity, counted, formatBytes, fromHere } from '../kit/texts.ts';

export function summaryText(result: BuildResult, format: Format): string {
  const { outDir, pages, demos, files, bytes, timings, stats, compared, diagnostics, isUnchanged } = result;
  const { warnings } = countBySeverity(diagnostics);
  if (format === 'json') {
    const summary = { outDir, pages, demos, files, bytes, timings, stats, compared, warnings, isUnchanged };
    return JSON.stringify({ summary });
  }
  const total = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${time}`);
  const counts = [counted(pages, 'page'), counted(demos, 'demo'), counted(files, 'file'), formatBytes(bytes)];
  const outcome = isUnchanged ? ': nothing has changed' : ` in ${(total / 1000).toFixed(2)} s`;
  return [
    `${colors.green('✔')} ${counts.join(', ')}${outcome} → ${fromHere(outDir)}`,
    ...(isUnchanged ? [] : [`  ${colors.dim(`${stages.join(' · ')} ms`)}`]),
    ...(compared ? [`  ${formatCompared(compared)}`] : []),
    ...(stats ? [`\n${formatStats(stats)}`] : []),
    ...(warnings > 0 ? [`  ${colors.yellow(counted(warnings, 'warning'))}, see above`] : []),
  ].join('\n');
}

function formatCompared({ pages, results, files }: NonNullable<BuildResult['compared']>): string {
  const counts = [
    counted(pages, 'page'),
    counted(results, 'other result'),
    ...(files > 0 ? [`all of the output (${counted(files, 'file')})`] : []),
  ];
  return `rebuilt, and identical to the cache: ${counts.join(', ')}`;
}

/** Returns why pages were rebuilt. Without a route, counts each page once, by its first reason. */
export function reasonsText({ made, pages }: BuildResult, route: string | undefined, format: Format): string {
  const shown = made.filter((page) => route === undefined || page.route === route);
  if (format === 'json')
    return shown.map(({ route, reasons }) => JSON.stringify({ made: { route, reasons } })).join('\n');
  if (route !== undefined) {
    const lines = shown.flatMap(({ reasons }) => reasons);
    const outcome = lines.length > 0 ? 'rebuilt, because' : 'restored from an earlier build';
    return [`\n  ${route} was ${outcome}`, ...lines.map((line) => `    ${line}`)].join('\n');
  }
  const counts = new Map<string, number>();
  for (const { reasons } of made) counts.set(reasons[0] ?? '', (counts.get(reasons[0] ?? '') ?? 0) + 1);
  const line = (count: number, text: string): string => `  ${`${count}`.padStart(6)}  ${text}`;
  return [
    `\n  ${counted(made.length, 'page')} rebuilt; the others were restored from an earlier build`,
    ...[...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => line(count, reason)),
    ...(pages > made.length ? [line(pages - made.length, 'nothing changed')] : []),
  ].join('\n');
}

/** Returns tables of the cost of a build, in milliseconds and megabytes of memory. */
function formatStats({ stages, memory, processes, slowestPages, slowestDemos }: BuildStats): string {
  const ms = (time: number): string => `${Math.round(time)}`.padStart(8);
  const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`.padStart(9);
  const line = (name: string, ...columns: string[]): string => `  ${name.padEnd(28)}${columns.join('')}`;
  const named = (title: string, list: { name: string; time: number }[]): string[] =>
    list.length === 0 ? [] : ['', `  ${title}`, ...list.map(({ name, time }) => line(`  ${name} `, ms(time)))];
  return [
    colors.dim(line('', '    wall', '     cpu', '   memory')),
    ...Object.entries(stages).map(([stage, { wall, cpu }]) => line(stage, ms(wall), ms(cpu))),
    line('this process', ' '.repeat(8), ms(Object.values(stages).reduce((sum, { cpu }) => sum + cpu, 0)), mb(memory)),
    ...(processes ?? []).map(({ name, cpu, memory }) => line(name, ' '.repeat(8), ms(cpu), mb(memory))),
    ...named('slowest pages', slowestPages),
    ...named('slowest demos', slowestDemos),
  ].join('\n');
}
