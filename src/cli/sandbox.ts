import type { Command } from 'commander';
import { createSandboxes, sandboxProjects } from '../index.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { type Format, printDiagnostics, printOutcome, printProject, printSandboxes } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

interface SandboxFlags {
  root: string;
  file?: string;
  force?: boolean;
  prune?: boolean;
  dryRun?: boolean;
  format: Format;
}

/** Adds `sandbox create`. */
export function addSandbox(program: Command, session: Session): void {
  program
    .command('sandbox')
    .description('permanent sandboxes of demos on CodeSandbox')
    .command('create')
    .description('create a sandbox for each demo that is new or has changed, and list them in demos/sandboxes.json')
    .argument('[demo...]', 'ids of demos, or their last parts such as simple (default: all demos)')
    .option('--root <folder>', 'folder of the site', '.')
    .option('--file <file>', "the list of sandboxes (default: demos/sandboxes.json in the project's folder)", parsePath)
    .option('--force', 'make new sandboxes of unchanged demos too')
    .option('--prune', 'remove entries of demos that are no more from the list')
    .option('--dry-run', 'print the projects; needs neither key nor network')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .addHelpText('after', '\nThe environment variable CSB_API_KEY holds the key: https://codesandbox.io/t/api')
    .action(async (demos: string[], flags: SandboxFlags) => {
      session.format = flags.format;
      await (flags.dryRun ? list : create)(demos, flags, session);
    });
}

async function list(demos: string[], { root, format }: SandboxFlags, session: Session): Promise<void> {
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
  // What was under way is recorded all the same.
  if (life.exitCode !== undefined) session.exitCode = life.exitCode;
  else if (result.diagnostics.some(({ severity }) => severity === 'error')) session.exitCode = EXIT.io;
}
