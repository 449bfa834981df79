import path from 'node:path';
import type { Command } from 'commander';
import type { CheckResult, DemoReport, Diagnostic, Finding } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { countBySeverity, counted, type Format, printDiagnostics } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

/** Number of further lines of a message in the terminal; the report has all lines. */
const MESSAGE_LINES = 12;

interface CheckFlags {
  demo: string[];
  types?: boolean;
  base?: string;
  out?: string;
  format: Format;
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
    .option('--types', 'check demos and code blocks against the types instead; needs no browser')
    .option('--base <path>', 'path that the site is served under, if different from the configuration')
    .option('--out <folder>', 'report folder (default: node_modules/.cache/cascader-docs/check)', parsePath)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, flags: CheckFlags) => {
      session.format = flags.format;
      const isWrong = await (flags.types ? checkByTypes : checkInBrowser)(root, flags, session);
      if (isWrong) session.exitCode = EXIT.content;
    });
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
  { demo, base, out, format }: CheckFlags,
  session: Session,
): Promise<boolean> {
  const { check } = await import('../index.ts');
  const result = await withProgress(session, (progress) =>
    check({
      ...{ root, base, reportDir: out, only: demo, signal: session.life.signal },
      onStage: progress.stage,
      onDemo: (report) => {
        progress.end();
        printDemo(report, format);
      },
    }),
  );
  printCheck(result, format);
  return result.findings > 0;
}

/** Prints type errors of demos and code blocks. */
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

/** Prints a line for a demo, followed by its findings. */
function printDemo(report: DemoReport, format: Format): void {
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

function printCheck({ demos, others, findings, accepted, report, diagnostics }: CheckResult, format: Format): void {
  if (format === 'json') for (const entry of others) process.stdout.write(`${JSON.stringify(entry)}\n`);
  else for (const entry of others) printFindings(entry.subject, [], entry.findings);
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ summary: { demos: demos.length, findings, accepted, report } })}\n`);
    return;
  }
  const outcome = findings > 0 ? pc.red(`✖ ${counted(findings, 'finding')}`) : pc.green('✔ no findings');
  const known = accepted > 0 ? `, ${accepted} in the baseline` : '';
  process.stdout.write(
    `\n${outcome} in ${counted(demos.length, 'demo')}${known} → ${path.relative(process.cwd(), report)}\n`,
  );
}
