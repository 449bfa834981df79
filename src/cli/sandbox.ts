import path from 'node:path';
import type { Command } from 'commander';
import type { CreateSandboxesResult, DemoProject, SandboxOutcome } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { type Format, printDiagnostics } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

interface SandboxFlags {
  root: string;
  file?: string;
  force?: boolean;
  prune?: boolean;
  dryRun?: boolean;
  format: Format;
}

export function addSandbox(program: Command, session: Session): void {
  program
    .command('sandbox')
    .description('create permanent sandboxes for demos on CodeSandbox')
    .command('create')
    .description('create a sandbox for each demo that is new or has changed, and list them in demos/sandboxes.json')
    .argument('[demo...]', 'demo ids, or the ends of ids, such as simple (default: all demos)')
    .option('--root <folder>', 'site folder', '.')
    .option('--file <file>', "list of sandboxes (default: demos/sandboxes.json in the project's folder)", parsePath)
    .option('--force', 'also create new sandboxes for unchanged demos')
    .option('--prune', 'remove entries of deleted demos from the list')
    .option('--dry-run', 'print the projects; works without a key or a network')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .addHelpText('after', '\nSet the environment variable CSB_API_KEY to your API key: https://codesandbox.io/t/api')
    .action(async (demos: string[], flags: SandboxFlags) => {
      session.format = flags.format;
      await (flags.dryRun ? list : create)(demos, flags, session);
    });
}

async function list(demos: string[], { root, format }: SandboxFlags, session: Session): Promise<void> {
  const { sandboxProjects } = await import('../index.ts');
  const { projects, diagnostics } = await withProgress(session, ({ stage }) =>
    sandboxProjects({ root, demos, signal: session.life.signal, onStage: stage }),
  );
  printDiagnostics(diagnostics, format);
  for (const project of projects) printProject(project, format);
}

async function create(
  demos: string[],
  { root, file, force, prune, format }: SandboxFlags,
  session: Session,
): Promise<void> {
  const { createSandboxes } = await import('../index.ts');
  const { life } = session;
  const result = await withProgress(session, (progress) =>
    createSandboxes({
      ...{ root, demos, file, force, prune, signal: life.signal, apiKey: process.env.CSB_API_KEY },
      onStage: progress.stage,
      onOutcome: (outcome) => {
        progress.end();
        printOutcome(outcome, format);
      },
    }),
  );
  printDiagnostics(result.diagnostics, format);
  printSandboxes(result, format);
  // After a signal, running requests were still recorded.
  if (life.exitCode !== undefined) session.exitCode = life.exitCode;
  else if (result.diagnostics.some(({ severity }) => severity === 'error')) session.exitCode = EXIT.io;
}

/** The JSON format contains the whole project. */
function printProject({ demo, file, project }: DemoProject, format: Format): void {
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

function printOutcome(outcome: SandboxOutcome, format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ sandbox: outcome })}\n`);
    return;
  }
  const { demo, status, url = '', replaced } = outcome;
  const stays = (old: string | undefined): string => (old ? pc.dim(` (${old} stays in your workspace)`) : '');
  const line = {
    created: `${pc.green('✔')} ${demo}  ${url}${stays(replaced)}`,
    unchanged: `${pc.dim('=')} ${demo}  unchanged, kept without --force  ${url}`,
    failed: `${pc.red('✖')} ${demo}  failed, see below`,
    skipped: `${pc.yellow('-')} ${demo}  not attempted`,
    stale: `${pc.yellow('!')} ${demo}  is in the list, but the demo does not exist; --prune removes it`,
    pruned: `${pc.green('✔')} ${demo}  removed from the list${stays(url)}`,
  }[status];
  process.stdout.write(`${line}\n`);
}

function printSandboxes({ file, outcomes }: CreateSandboxesResult, format: Format): void {
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
