import fs from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type {
  BrowserName,
  CheckPart,
  CheckResult,
  DemoReport,
  Diagnostic,
  Finding,
  Reporter,
  ScreenshotsResult,
  Shard,
} from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { countBySeverity, counted, type Format, printDiagnostics } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

/** Number of further lines of a message in the terminal; the report has all lines. */
const MESSAGE_LINES = 12;

interface CheckFlags {
  demo: string[];
  only?: CheckPart[];
  shard?: Shard;
  merge?: string[];
  types?: boolean;
  base?: string;
  out?: string;
  format: Format;
  browser: BrowserName;
  fix?: boolean;
  update?: boolean;
  cache: boolean;
  screenshots?: boolean;
  against?: string;
  accept?: string | true;
  reporter: ReporterFlag[];
}

interface ReporterFlag {
  name: Reporter;
  file?: string;
}

export function addCheck(program: Command, session: Session): void {
  program
    .command('check')
    .description(
      'open every demo in a browser (embedded, on its stand-alone page, and as an exported project), and report errors',
    )
    .argument('[root]', 'site folder', '.')
    .option(
      '--demo <text>',
      'check only demos whose ids contain the text; can be repeated',
      (text: string, texts: string[]) => [...texts, text],
      [],
    )
    .option(
      '--only <checks>',
      'run only these checks: steps, axe, console, exports, screenshots; separated by commas, or repeated',
      (text: string, parts?: CheckPart[]) => [...(parts ?? []), ...text.split(',').map(parsePart)],
    )
    .option('--shard <part>', 'check a part of the demos on this machine: 2/8 is the second of eight', parseShard)
    .option('--merge <folders...>', 'merge the report folders of all shards; checks nothing')
    .option('--types', 'check demos and code blocks against the types instead; needs no browser')
    .option('--base <path>', 'path that the site is served under, if different from the configuration')
    .option('--out <folder>', 'report folder (default: node_modules/.cache/cascader-docs/check)', parsePath)
    .option('--browser <name>', 'chromium; or firefox or webkit, as Playwright installs them', parseBrowser, 'chromium')
    .option('--screenshots', 'also compare screenshots of the demos, and write a page to review the changes')
    .option(
      '--against <what>',
      'what to compare screenshots with: a git ref, a folder with screenshots or a built site, or the URL of a published site (default: the merge base with the default branch)',
    )
    .option(
      '--accept [list]',
      'copy the newest screenshots to the folder in --against (default: screenshots); checks nothing',
    )
    .option('--no-cache', 'check all demos, also those that passed before and have not changed')
    .option('--fix', 'write `realInput: true` into steps that readers cannot play')
    .option('--update', 'write the outlines of `toMatchTree()` that differ into the steps')
    .option(
      '--reporter <name[=file]>',
      'write a report for CI: junit, json or github; can be repeated (default files: junit.xml and results.json in the report folder; github is printed)',
      (text: string, flags: ReporterFlag[]) => [...flags, parseReporter(text)],
      [],
    )
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, flags: CheckFlags) => {
      session.format = flags.format;
      if (flags.accept !== undefined) return await acceptScreenshots(root, flags);
      const isWrong = await (flags.merge ? mergeShards : flags.types ? checkByTypes : checkInBrowser)(
        root,
        flags,
        session,
      );
      if (isWrong) session.exitCode = EXIT.content;
    });
}

async function acceptScreenshots(root: string, { accept, against }: CheckFlags): Promise<void> {
  const { acceptNewest } = await import('../index.ts');
  const list = typeof accept === 'string' ? { list: parsePath(accept) } : {};
  const { count, folder } = await acceptNewest({ root, ...list, ...(against !== undefined && { against }) });
  process.stdout.write(
    `${pc.green(`✔ ${counted(count, 'screenshot')} accepted`)} → ${path.relative(process.cwd(), folder) || '.'}\n`,
  );
}

async function checkByTypes(root: string, { base, format }: CheckFlags, session: Session): Promise<boolean> {
  const { checkTypes } = await import('../index.ts');
  const { diagnostics } = await withProgress(session, ({ stage }) =>
    checkTypes({ root, base, signal: session.life.signal, onStage: stage }),
  );
  printTypes(diagnostics, format);
  return diagnostics.some(({ severity }) => severity === 'error');
}

async function checkInBrowser(
  root: string,
  { demo, only, shard, base, out, format, browser, fix, update, cache, screenshots, against, reporter }: CheckFlags,
  session: Session,
): Promise<boolean> {
  const { check } = await import('../index.ts');
  const result = await withProgress(session, (progress) =>
    check({
      ...{
        root,
        base,
        reportDir: out,
        demos: demo,
        only,
        shard,
        browser,
        fix,
        update,
        cache,
        screenshots,
        against,
        signal: session.life.signal,
      },
      onStage: progress.stage,
      onDemo: (report) => {
        progress.end();
        printDemo(report, format);
      },
    }),
  );
  return await reportCheck(result, { reporter, format });
}

/** Merges the reports of shards. Returns true if there are findings. */
async function mergeShards(root: string, { merge = [], out, format, reporter }: CheckFlags): Promise<boolean> {
  const { mergeChecks } = await import('../index.ts');
  const result = await mergeChecks({ root, folders: merge, ...(out !== undefined && { reportDir: out }) });
  for (const demo of result.demos) printDemo(demo, format);
  return await reportCheck(result, { reporter, format });
}

/** Prints a result and writes its reports. Returns true if there are findings. */
async function reportCheck(
  result: CheckResult,
  { reporter, format }: Pick<CheckFlags, 'reporter' | 'format'>,
): Promise<boolean> {
  const { renderCheck } = await import('../index.ts');
  for (const { name, file } of reporter) {
    const text = renderCheck(result, name);
    if (name === 'github' && file === undefined) process.stdout.write(text);
    else await writeReport(file ?? path.join(path.dirname(result.report), REPORT_FILES[name]), text);
  }
  printCheck(result, format);
  return result.findings > 0;
}

const REPORT_FILES: Record<Reporter, string> = { junit: 'junit.xml', json: 'results.json', github: 'github.txt' };

async function writeReport(file: string, text: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, text);
}

const PARTS: readonly CheckPart[] = ['steps', 'axe', 'console', 'exports', 'screenshots'];

function parsePart(value: string): CheckPart {
  const part = PARTS.find((name) => name === value.trim());
  if (part) return part;
  throw new InvalidArgumentError(`Expected ${PARTS.slice(0, -1).join(', ')} or ${PARTS.at(-1)}.`);
}

function parseShard(value: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('Expected a part such as 2/8');
}

function parseBrowser(value: string): BrowserName {
  if (value === 'chromium' || value === 'firefox' || value === 'webkit') return value;
  throw new InvalidArgumentError('Expected chromium, firefox or webkit.');
}

function parseReporter(value: string): ReporterFlag {
  const [name = '', ...rest] = value.split('=');
  const file = rest.join('=');
  if (name !== 'junit' && name !== 'json' && name !== 'github')
    throw new InvalidArgumentError('Expected junit, json or github, and optionally a file: junit=reports/check.xml.');
  return { name, ...(file !== '' && { file: parsePath(file) }) };
}

function printTypes(diagnostics: Diagnostic[], format: Format): void {
  printDiagnostics(diagnostics, format);
  const { errors, warnings } = countBySeverity(diagnostics);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ summary: { errors, warnings } })}\n`);
    return;
  }
  const outcome = errors > 0 ? pc.red(`✖ ${counted(errors, 'type error')}`) : pc.green('✔ no type errors');
  process.stdout.write(`${outcome}${warnings > 0 ? `, ${counted(warnings, 'warning')}` : ''}\n`);
}

function printDemo(report: DemoReport, format: Format): void {
  const { id: demo, file, route, title, ran, findings, accepted, shared = [], isReused, screenshot, steps } = report;
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ demo, file, route, title, ran, findings, accepted, shared, isReused, screenshot, steps })}\n`,
    );
    return;
  }
  const counts = [
    ...(findings.length > 0 ? [pc.red(counted(findings.length, 'finding'))] : []),
    ...(shared.length > 0 ? [pc.red(`like all demos: ${shared.join(', ')}`)] : []),
    ...(accepted.length > 0 ? [pc.dim(`${accepted.length} accepted`)] : []),
  ];
  if (ran.length === 0 && findings.length === 0) process.stdout.write(`${pc.dim('–')} ${demo}  ${pc.dim(NOT_RUN)}\n`);
  else printFindings(demo, [...counts, pc.dim(describeRun(report))], findings, findings.length + shared.length > 0);
}

/** What is printed for a demo that has nothing that the chosen checks run, such as steps. */
const NOT_RUN = 'not run: it has nothing to check';

/** Example: `page, alone, export, 2 of 3 steps`. */
function describeRun({ ran, isReused, steps = [] }: DemoReport): string {
  const run = steps.filter(({ isRun }) => isRun).length;
  const ofSteps = run === steps.length ? counted(run, 'step') : `${run} of ${counted(steps.length, 'step')}`;
  return `${ran.map((part) => (part === 'steps' ? ofSteps : part)).join(', ')}${isReused ? ' (unchanged)' : ''}`;
}

function printFindings(subject: string, counts: string[], findings: Finding[], isFailed = findings.length > 0): void {
  const mark = isFailed ? pc.red('✖') : pc.green('✔');
  process.stdout.write(`${[mark, subject, ...counts].join('  ').replace('  ', ' ')}\n`);
  for (const { rule, place, message, target, location, details } of findings) {
    const where = [place, target, location && `${location.file}:${location.line}:${location.column}`].filter(Boolean);
    // What a step expected is needed to understand it. Details of other findings are in the report.
    const full = rule === 'step' && details ? `${message}\n${details}` : message;
    const [first = '', ...rest] = full.split('\n').filter((line) => line.trim() !== '');
    process.stdout.write(`    ${pc.yellow(rule)} ${first}\n`);
    for (const line of rest.slice(0, MESSAGE_LINES)) process.stdout.write(`      ${pc.dim(line)}\n`);
    process.stdout.write(`      ${pc.dim(where.join(' · '))}\n`);
  }
}

function printCheck(result: CheckResult, format: Format): void {
  const { only, demos, others, notRun, reused, findings, accepted, fixed, report, diagnostics, screenshots } = result;
  if (format === 'json') for (const entry of others) process.stdout.write(`${JSON.stringify(entry)}\n`);
  else
    for (const { subject, findings, accepted } of others)
      printFindings(subject, accepted.length > 0 ? [pc.dim(`${accepted.length} accepted`)] : [], findings);
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ summary: { only, demos: demos.length, notRun, reused, findings, accepted, report, screenshots } })}\n`,
    );
    return;
  }
  if (screenshots) process.stdout.write(`\n${describeScreenshots(screenshots)}\n`);
  const outcome = findings > 0 ? pc.red(`✖ ${counted(findings, 'finding')}`) : pc.green('✔ no findings');
  const more = [
    ...(only ? [`only ${only.join(', ')}`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
    ...(reused > 0 ? [`${reused} unchanged`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(fixed > 0 ? [`${counted(fixed, 'edit')} in steps`] : []),
  ];
  const summary = [`${outcome} in ${counted(demos.length - notRun, 'demo')}`, ...more].join(', ');
  process.stdout.write(`\n${summary} → ${path.relative(process.cwd(), report)}\n`);
}

/** Example: `screenshots: 2 changed, 86 unchanged → …`. */
function describeScreenshots({ review, changed, added, removed, unstable, unchanged }: ScreenshotsResult): string {
  const counts = Object.entries({ changed, added, removed, unstable, unchanged }).flatMap(([name, count]) =>
    count > 0 ? [`${count} ${name}`] : [],
  );
  return `screenshots: ${counts.join(', ') || 'not compared'} → ${path.relative(process.cwd(), review)}`;
}
