import fs from 'node:fs/promises';
import path from 'node:path';
import type {
  BrowserName,
  CheckPart,
  CheckResult,
  DemoReport,
  Finding,
  Reporter,
  ScreenshotsResult,
  Shard,
} from '../index.ts';
import {
  type Command,
  colors,
  countBySeverity,
  counted,
  DiagnosticError,
  EXIT,
  FORMAT,
  type Format,
  fromHere,
  type Kit,
  parsePath,
  parseShard,
  ROOT,
} from '../kit/kit.ts';

/** Number of additional lines of a message in the terminal; the report contains all lines. */
const MESSAGE_LINES = 12;

interface CheckFlags {
  root?: string;
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

export const check: Command = {
  description:
    'open every demo in a browser (embedded, on its stand-alone page, and as an exported project), and report errors',
  arguments: ROOT,
  options: {
    '--demo <text>': {
      description: 'check only demos whose ids contain the text; can be repeated',
      parse: (text, texts) => [...(texts as string[]), text],
      default: [],
    },
    '--only <checks>': {
      description: 'run only these checks: steps, axe, console, exports, screenshots; separated by commas, or repeated',
      parse: (text, parts) => [...((parts ?? []) as CheckPart[]), ...text.split(',').map(parsePart)],
    },
    '--shard <part>': {
      description: 'check a part of the demos on this machine: 2/8 is the second of eight',
      parse: parseShard,
    },
    '--merge <folders...>': 'merge the report folders of all shards; checks nothing',
    '--types': 'check demos and code blocks against the types instead; needs no browser',
    '--base <path>': 'path that the site is served under, if different from the configuration',
    '--out <folder>': {
      description: 'report folder (default: node_modules/.cache/cascader-docs/check)',
      parse: parsePath,
    },
    '--browser <name>': {
      description: 'browser to use; firefox and webkit are those that Playwright installs',
      choices: ['chromium', 'firefox', 'webkit'] satisfies BrowserName[],
      default: 'chromium',
    },
    '--screenshots': 'also compare screenshots of the demos, and write a page to review the changes',
    '--against <what>':
      'what to compare screenshots with: a git ref, a folder with screenshots or a built site, or the URL of a published site (default: the merge base with the default branch)',
    '--accept [list]': 'copy the latest screenshots to the --against folder (default: screenshots); checks nothing',
    '--no-cache': 'check all demos, including those that passed before and have not changed',
    '--fix': 'add `realInput: true` to steps that readers cannot play',
    '--update': 'update outdated `toMatchTree()` outlines in the steps',
    '--reporter <name[=file]>': {
      description:
        'write a report for CI: junit, json or github; can be repeated (default files: junit.xml and results.json in the report folder; github is printed)',
      parse: (text, reporters) => [...(reporters as ReporterFlag[]), parseReporter(text)],
      default: [],
    },
    ...FORMAT,
  },
  async run(kit, flags: CheckFlags) {
    if (flags.accept !== undefined) return await acceptScreenshots(kit, flags);
    const run = flags.merge ? mergeShards : flags.types ? checkByTypes : checkInBrowser;
    const isWrong = await run(kit, flags).catch((error: unknown) => {
      throw suggestDemo(error, flags.root);
    });
    return isWrong ? EXIT.content : EXIT.ok;
  },
};

/** A missing folder with a plain name is probably meant as the name of a demo. */
function suggestDemo(error: unknown, root = '.'): unknown {
  if (!(error instanceof DiagnosticError) || !/^[\w-]+$/.test(root)) return error;
  const note = `To check only demos whose ids contain \`${root}\`, run \`cascader-docs check --demo ${root}\`.`;
  return new DiagnosticError(
    error.diagnostics.map((one) => (one.code === 'CD100' ? { ...one, notes: [note, ...(one.notes ?? [])] } : one)),
    error.exitCode,
  );
}

async function acceptScreenshots(kit: Kit, { root, accept, against }: CheckFlags): Promise<void> {
  const { acceptNewest } = await import('../index.ts');
  const list = typeof accept === 'string' ? { list: parsePath(accept) } : {};
  const { count, folder } = await acceptNewest({ root, ...list, ...(against !== undefined && { against }) });
  kit.print(`${colors.green(`✔ ${counted(count, 'screenshot')} accepted`)} → ${fromHere(folder)}`);
}

async function checkByTypes(kit: Kit, { root, base, format }: CheckFlags): Promise<boolean> {
  const { checkTypes } = await import('../index.ts');
  const { diagnostics } = await checkTypes({ root, base, signal: kit.signal, onStage: kit.progress });
  kit.report(diagnostics);
  const { errors, warnings } = countBySeverity(diagnostics);
  const outcome = errors > 0 ? colors.red(`✖ ${counted(errors, 'type error')}`) : colors.green('✔ no type errors');
  if (format === 'json') kit.print(JSON.stringify({ summary: { errors, warnings } }));
  else kit.print(`${outcome}${warnings > 0 ? `, ${counted(warnings, 'warning')}` : ''}`);
  return errors > 0;
}

async function checkInBrowser(
  kit: Kit,
  { demo: demos, out: reportDir, reporter, format, ...flags }: CheckFlags,
): Promise<boolean> {
  const { check } = await import('../index.ts');
  const result = await check({
    ...flags,
    demos,
    reportDir,
    signal: kit.signal,
    onStage: kit.progress,
    onDemo: (report) => kit.print(demoText(report, format)),
  });
  return await reportCheck(kit, result, { reporter, format });
}

/** Merges the reports of shards. Returns true if there are findings. */
async function mergeShards(kit: Kit, { root, merge = [], out, format, reporter }: CheckFlags): Promise<boolean> {
  const { mergeChecks } = await import('../index.ts');
  const result = await mergeChecks({ root, folders: merge, ...(out !== undefined && { reportDir: out }) });
  for (const demo of result.demos) kit.print(demoText(demo, format));
  return await reportCheck(kit, result, { reporter, format });
}

/** Prints a result and writes its reports. Returns true if there are findings. */
async function reportCheck(
  kit: Kit,
  result: CheckResult,
  { reporter, format }: Pick<CheckFlags, 'reporter' | 'format'>,
): Promise<boolean> {
  const { renderCheck } = await import('../index.ts');
  for (const { name, file } of reporter) {
    const text = renderCheck(result, name);
    if (name === 'github' && file === undefined) kit.print(text.trimEnd());
    else await writeReport(file ?? path.join(path.dirname(result.report), REPORT_FILES[name]), text);
  }
  printCheck(kit, result, format);
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
  throw new Error(`Expected ${PARTS.slice(0, -1).join(', ')} or ${PARTS.at(-1)}.`);
}

function parseReporter(value: string): ReporterFlag {
  const [name = '', ...rest] = value.split('=');
  const file = rest.join('=');
  if (name !== 'junit' && name !== 'json' && name !== 'github')
    throw new Error('Expected junit, json or github, and optionally a file: junit=reports/check.xml.');
  return { name, ...(file !== '' && { file: parsePath(file) }) };
}

function demoText(report: DemoReport, format: Format): string {
  const { id: demo, file, route, title, ran, findings, accepted, shared = [], isReused, screenshot, steps } = report;
  if (format === 'json')
    return JSON.stringify({ demo, file, route, title, ran, findings, accepted, shared, isReused, screenshot, steps });
  const counts = [
    ...(findings.length > 0 ? [colors.red(counted(findings.length, 'finding'))] : []),
    ...(shared.length > 0 ? [colors.red(`in all demos: ${shared.join(', ')}`)] : []),
    ...(accepted.length > 0 ? [colors.dim(`${accepted.length} accepted`)] : []),
  ];
  if (ran.length === 0 && findings.length === 0) return `${colors.dim('–')} ${demo}  ${colors.dim(NOT_RUN)}`;
  return findingsText(
    demo,
    [...counts, colors.dim(describeRun(report))],
    findings,
    findings.length + shared.length > 0,
  );
}

/** Printed for a demo that has nothing for the selected checks to run, such as steps. */
const NOT_RUN = 'not run: it has nothing to check';

/** Example: `page, alone, export, 2 of 3 steps`. */
function describeRun({ ran, isReused, steps = [] }: DemoReport): string {
  const run = steps.filter(({ isRun }) => isRun).length;
  const ofSteps = run === steps.length ? counted(run, 'step') : `${run} of ${counted(steps.length, 'step')}`;
  return `${ran.map((part) => (part === 'steps' ? ofSteps : part)).join(', ')}${isReused ? ' (unchanged)' : ''}`;
}

function findingsText(subject: string, counts: string[], findings: Finding[], isFailed = findings.length > 0): string {
  const mark = isFailed ? colors.red('✖') : colors.green('✔');
  const lines = findings.flatMap(({ rule, place, message, target, location, details }) => {
    const where = [place, target, location && `${location.file}:${location.line}:${location.column}`].filter(Boolean);
    // The failure of a step is clear only with its details. The details of other findings are in the report.
    const full = rule === 'step' && details ? `${message}\n${details}` : message;
    const [first = '', ...rest] = full.split('\n').filter((line) => line.trim() !== '');
    const more = [...rest.slice(0, MESSAGE_LINES), where.join(' · ')];
    return [`    ${colors.yellow(rule)} ${first}`, ...more.map((line) => `      ${colors.dim(line)}`)];
  });
  return [[mark, subject, ...counts].join('  ').replace('  ', ' '), ...lines].join('\n');
}

function printCheck({ print, report: reportAll }: Kit, result: CheckResult, format: Format): void {
  const { only, demos, others, notRun, reused, findings, accepted, fixed, report, diagnostics, screenshots } = result;
  for (const entry of others) {
    const counts = entry.accepted.length > 0 ? [colors.dim(`${entry.accepted.length} accepted`)] : [];
    print(format === 'json' ? JSON.stringify(entry) : findingsText(entry.subject, counts, entry.findings));
  }
  reportAll(diagnostics);
  if (format === 'json') {
    const summary = { only, demos: demos.length, notRun, reused, findings, accepted, report, screenshots };
    print(JSON.stringify({ summary }));
    return;
  }
  if (screenshots) print(`\n${describeScreenshots(screenshots)}`);
  const outcome = findings > 0 ? colors.red(`✖ ${counted(findings, 'finding')}`) : colors.green('✔ no findings');
  const more = [
    ...(only ? [`only ${only.join(', ')}`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
    ...(reused > 0 ? [`${reused} unchanged`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(fixed > 0 ? [`${counted(fixed, 'edit')} in steps`] : []),
  ];
  const summary = [`${outcome} in ${counted(demos.length - notRun, 'demo')}`, ...more].join(', ');
  print(`\n${summary} → ${fromHere(report)}`);
}

/** Example: `screenshots: 2 changed, 86 unchanged → …`. */
function describeScreenshots({ review, changed, added, removed, unstable, unchanged }: ScreenshotsResult): string {
  const counts = Object.entries({ changed, added, removed, unstable, unchanged }).flatMap(([name, count]) =>
    count > 0 ? [`${count} ${name}`] : [],
  );
  return `screenshots: ${counts.join(', ') || 'not compared'} → ${fromHere(review)}`;
}
