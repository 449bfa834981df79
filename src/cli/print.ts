/** What the commands print: text for people, JSON lines for programs. */
import path from 'node:path';
import pc from 'picocolors';
import type {
  BuildResult,
  BuildStats,
  CheckResult,
  Coverage,
  CreateSandboxesResult,
  DemoProject,
  DemoReport,
  Diagnostic,
  Examination,
  Finding,
  SandboxOutcome,
  Share,
  Stage,
  TranslationReport,
} from '../index.ts';
import { diagnosticToJson, formatDiagnostic } from '../node/diagnostics/print.ts';

/** `json`: one object a line. */
export type Format = 'text' | 'json';

/** How many further lines of a message the terminal shows; the report has all. */
const MESSAGE_LINES = 12;

/** Diagnostics go to standard error as text, to standard output as JSON. */
export function printDiagnostics(diagnostics: Diagnostic[], format: Format): void {
  for (const diagnostic of diagnostics) {
    if (format === 'json') process.stdout.write(`${diagnosticToJson(diagnostic)}\n`);
    else process.stderr.write(`${formatDiagnostic(diagnostic, pc.createColors(pc.isColorSupported))}\n\n`);
  }
}

/** How many of them are errors, and how many warnings; what is only said is neither. */
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
  return `made again, and as it was kept: ${counts.join(', ')}`;
}

/** Why pages were made: those of one page, else how many have each reason. A page has the first of its reasons there. */
export function printReasons({ made, pages }: BuildResult, route: string | undefined, format: Format): void {
  const shown = made.filter((page) => route === undefined || page.route === route);
  if (format === 'json') {
    for (const { route, reasons } of shown) process.stdout.write(`${JSON.stringify({ made: { route, reasons } })}\n`);
    return;
  }
  if (route !== undefined) {
    const lines = shown.flatMap(({ reasons }) => reasons);
    process.stdout.write(
      `\n  ${route} was ${lines.length > 0 ? 'made, because' : 'taken as an earlier build made it'}\n`,
    );
    for (const line of lines) process.stdout.write(`    ${line}\n`);
    return;
  }
  const counts = new Map<string, number>();
  for (const { reasons } of made) counts.set(reasons[0] ?? '', (counts.get(reasons[0] ?? '') ?? 0) + 1);
  const line = (count: number, text: string): string => `  ${`${count}`.padStart(6)}  ${text}\n`;
  process.stdout.write(`\n  ${counted(made.length, 'page')} made, the others taken as an earlier build made them\n`);
  for (const [reason, count] of [...counts].sort((a, b) => b[1] - a[1])) process.stdout.write(line(count, reason));
  if (pages > made.length) process.stdout.write(line(pages - made.length, 'nothing changed'));
}

/** Tables of what a build has cost: milliseconds, and megabytes of memory. */
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

/** Addresses of a server, and a warning when others can reach it. */
export function printServer(server: { urls: string[]; exposed: boolean }): void {
  printUrls(server);
  warnExposed(server);
}

/** The addresses, one a line. */
export function printUrls({ urls }: { urls: string[] }): void {
  for (const url of urls) process.stdout.write(`${process.stdout.isTTY ? '  ' : ''}${pc.green('➜')} ${pc.cyan(url)}\n`);
}

/** Warns when other machines can reach a server. */
export function warnExposed({ exposed }: { exposed: boolean }): void {
  const text = 'Every machine that reaches this one can read the site; without --host none can.';
  if (exposed) process.stderr.write(`${pc.yellow('!')} ${text}\n`);
}

/** What the types say of demos and code blocks. */
export function printTypes(diagnostics: Diagnostic[], format: Format): void {
  printDiagnostics(diagnostics, format);
  const { errors, warnings } = countBySeverity(diagnostics);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ summary: { errors, warnings } })}\n`);
    return;
  }
  const outcome = errors > 0 ? pc.red(`✖ ${counted(errors, 'error')}`) : pc.green('✔ no errors');
  process.stdout.write(`${outcome} of types${warnings > 0 ? `, ${counted(warnings, 'warning')}` : ''}\n`);
}

/** Exports with what they lack, and the sum of all. */
export function printCoverage(result: Coverage, format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  for (const { id, kind, described, shown, total, withoutDescription, withoutDemo } of result.components) {
    process.stdout.write(
      `${pc.bold(id)} ${pc.dim(`${kind} · described ${described} of ${total} · shown ${shown} of ${total}`)}\n`,
    );
    if (withoutDescription.length > 0)
      process.stdout.write(`  ${pc.yellow('no description')} ${withoutDescription.join(', ')}\n`);
    if (withoutDemo.length > 0) process.stdout.write(`  ${pc.yellow('no demo')} ${withoutDemo.join(', ')}\n`);
  }
  const { percent, shownPercent, described, shown, total } = result;
  process.stdout.write(
    `\n${pc.bold(`${percent} %`)} described (${described} of ${total}), ${shownPercent} % shown in a demo (${shown})\n`,
  );
}

/** A language with what it lacks, and the sum of it. */
export function printTranslations({ pages, locales, diagnostics, hasDates }: TranslationReport, format: Format): void {
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ pages, locales, hasDates })}\n`);
    return;
  }
  const day = (date: number): string => new Date(date).toISOString().slice(0, 10);
  if (locales.length === 0) process.stdout.write('The site has one language: "locales" names others\n');
  for (const { locale, name, translated, missing, outdated } of locales) {
    for (const { original, route } of missing)
      process.stdout.write(`${pc.yellow('missing')}  ${original} ${pc.dim(`→ ${route}`)}\n`);
    for (const { original, translation, originalDate, translationDate } of outdated)
      process.stdout.write(
        `${pc.yellow('outdated')} ${translation} ${pc.dim(`${day(translationDate)}, ${original} ${day(originalDate)}`)}\n`,
      );
    const mark = missing.length + outdated.length === 0 ? pc.green('✔') : pc.yellow('!');
    const late = hasDates ? `, ${outdated.length} of them outdated` : '';
    process.stdout.write(`${mark} ${name} (${locale}): ${translated} of ${counted(pages, 'page')} translated${late}\n`);
  }
  if (locales.length > 0 && !hasDates)
    process.stdout.write(`${pc.yellow('!')} Git tells no dates here, so that nobody knows which are outdated\n`);
}

/** What was found, and how much of the project works. */
export function printExamination({ diagnostics, score, isComplete }: Examination, format: Format): void {
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ score, isComplete })}\n`);
    return;
  }
  const lines: [Share, string, string][] = [
    [score.pages, 'page', 'without an error'],
    [score.demos, 'demo', 'in the HTML'],
    [score.routes, 'address', ''],
    [score.keys, 'key', 'of the configuration'],
  ];
  for (const [{ working, of }, what, how] of lines) {
    if (of > 0)
      process.stdout.write(
        `${working === of ? pc.green('✔') : pc.yellow('!')} ${`${working} of ${counted(of, what)} ${how}`.trim()}\n`,
      );
  }
  if (!isComplete)
    process.stdout.write(`${pc.yellow('!')} Demos were not all looked at: mend the errors above, and run it again\n`);
  const { errors, warnings } = countBySeverity(diagnostics);
  process.stdout.write(
    errors > 0
      ? `${pc.red('✖')} ${counted(errors, 'error')} to mend before the site can be built\n`
      : `${pc.green('✔')} The site can be built${warnings > 0 ? `, with ${counted(warnings, 'warning')}` : ''}\n`,
  );
}

/** A line for a demo, and its findings below it. */
export function printDemo(report: DemoReport, format: Format): void {
  const { id: demo, file, route, title, findings, accepted, screenshot } = report;
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ demo, file, route, title, findings, accepted, screenshot })}\n`);
    return;
  }
  const counts = [
    ...(findings.length > 0 ? [pc.red(counted(findings.length, 'finding'))] : []),
    ...(accepted.length > 0 ? [pc.dim(`${accepted.length} in the baseline`)] : []),
  ];
  printFindings(demo, counts, findings);
}

function printFindings(subject: string, counts: string[], findings: Finding[]): void {
  const mark = findings.length > 0 ? pc.red('✖') : pc.green('✔');
  process.stdout.write(`${[mark, subject, ...counts].join('  ').replace('  ', ' ')}\n`);
  for (const { rule, place, message, target, location } of findings) {
    const where = [place, target, location && `${location.file}:${location.line}:${location.column}`].filter(Boolean);
    const [first, ...rest] = message.split('\n').filter((line) => line.trim() !== '');
    process.stdout.write(`    ${pc.yellow(rule)} ${first}\n`);
    for (const line of rest.slice(0, MESSAGE_LINES)) process.stdout.write(`      ${pc.dim(line)}\n`);
    process.stdout.write(`      ${pc.dim(where.join(' · '))}\n`);
  }
}

export function printCheck(
  { demos, others, findings, accepted, report, diagnostics }: CheckResult,
  format: Format,
): void {
  if (format === 'json') for (const entry of others) process.stdout.write(`${JSON.stringify(entry)}\n`);
  else for (const entry of others) printFindings(entry.subject, [], entry.findings);
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ summary: { demos: demos.length, findings, accepted, report } })}\n`);
    return;
  }
  const outcome = findings > 0 ? pc.red(`✖ ${counted(findings, 'finding')}`) : pc.green('✔ nothing found');
  const known = accepted > 0 ? `, ${accepted} in the baseline` : '';
  process.stdout.write(
    `\n${outcome} in ${counted(demos.length, 'demo')}${known} → ${path.relative(process.cwd(), report)}\n`,
  );
}

/** A project for a sandbox: its files with their sizes, and its packages; as JSON the whole of it. */
export function printProject({ demo, file, project }: DemoProject, format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ demo, file, project })}\n`);
    return;
  }
  const { title, template, files, dependencies } = project;
  const rows = [
    ['source', file],
    ['template', template],
    ...Object.entries(files).map(([name, text], index) => [
      index === 0 ? 'files' : '',
      name,
      `${Buffer.byteLength(text)} B`,
    ]),
    ...Object.entries(dependencies).map(([name, range], index) => [index === 0 ? 'packages' : '', name, range]),
  ];
  process.stdout.write(`${pc.bold(demo)}  ${title}\n`);
  for (const [label = '', value, detail = ''] of rows)
    process.stdout.write(`  ${pc.dim(label.padEnd(8))}  ${value}  ${pc.dim(detail)}`.trimEnd().concat('\n'));
  process.stdout.write('\n');
}

/** A line for what became of a demo's sandbox. */
export function printOutcome(outcome: SandboxOutcome, format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ sandbox: outcome })}\n`);
    return;
  }
  const { demo, status, url = '', replaced } = outcome;
  const stays = (old: string | undefined): string => (old ? pc.dim(` (${old} stays in your workspace)`) : '');
  const line = {
    created: `${pc.green('✔')} ${demo}  ${url}${stays(replaced)}`,
    unchanged: `${pc.dim('=')} ${demo}  unchanged, left alone without --force  ${url}`,
    failed: `${pc.red('✖')} ${demo}  failed, see below`,
    skipped: `${pc.yellow('-')} ${demo}  not tried`,
    stale: `${pc.yellow('!')} ${demo}  is in the list, but there is no such demo; --prune removes it`,
    pruned: `${pc.green('✔')} ${demo}  removed from the list${stays(url)}`,
  }[status];
  process.stdout.write(`${line}\n`);
}

export function printSandboxes({ file, outcomes }: CreateSandboxesResult, format: Format): void {
  const counts: Partial<Record<SandboxOutcome['status'], number>> = { created: 0 };
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ summary: { file, ...counts } })}\n`);
    return;
  }
  const mark = counts.failed || counts.skipped ? pc.red('✖') : pc.green('✔');
  const text = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  process.stdout.write(`${mark} ${text.join(', ')} → ${path.relative(process.cwd(), file)}\n`);
}

/** One line that names the running stage, on a terminal only. */
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

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
