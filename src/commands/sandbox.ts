import type { CreateSandboxesResult, DemoProject, SandboxOutcome } from '../index.ts';
import {
  type Command,
  type CommandGroup,
  colors,
  countBySeverity,
  EXIT,
  FORMAT,
  type Format,
  fromHere,
  type Kit,
  parsePath,
} from '../kit/kit.ts';

interface SandboxFlags {
  demo: string[];
  root: string;
  file?: string;
  force?: boolean;
  prune?: boolean;
  dryRun?: boolean;
  format: Format;
}

const create: Command = {
  description: 'create a sandbox for each demo that is new or has changed, and list them in demos/sandboxes.json',
  arguments: { '[demo...]': 'demo ids, or the ends of ids, such as simple (default: all demos)' },
  options: {
    '--root <folder>': { description: 'site folder', default: '.' },
    '--file <file>': {
      description: "list of sandboxes (default: demos/sandboxes.json in the project's folder)",
      parse: parsePath,
    },
    '--force': 'also create new sandboxes for unchanged demos',
    '--prune': 'remove entries of deleted demos from the list',
    '--dry-run': 'print the projects; works without a key or network access',
    ...FORMAT,
  },
  footer: 'Set the environment variable CSB_API_KEY to your API key: https://codesandbox.io/t/api',
  run: async (kit, flags: SandboxFlags) => await (flags.dryRun ? listProjects : createAll)(kit, flags),
};

export const sandbox: CommandGroup = {
  description: 'create permanent sandboxes for demos on CodeSandbox',
  commands: { create },
};

async function listProjects(kit: Kit, { demo: demos, root, format }: SandboxFlags): Promise<void> {
  const { sandboxProjects } = await import('../index.ts');
  const { projects, diagnostics } = await sandboxProjects({
    ...{ root, demos, signal: kit.signal },
    onStage: kit.progress,
  });
  kit.report(diagnostics);
  for (const project of projects) kit.print(projectText(project, format));
}

async function createAll(kit: Kit, { demo: demos, root, file, force, prune, format }: SandboxFlags): Promise<number> {
  const { createSandboxes } = await import('../index.ts');
  const { signal } = kit;
  const { diagnostics, ...result } = await createSandboxes({
    ...{ root, demos, file, force, prune, signal, apiKey: process.env.CSB_API_KEY },
    onStage: kit.progress,
    onOutcome: (outcome) => kit.print(outcomeText(outcome, format)),
  });
  kit.report(diagnostics);
  kit.print(summaryText(result, format));
  // The result includes requests that were running when the command was aborted.
  signal.throwIfAborted();
  return countBySeverity(diagnostics).errors > 0 ? EXIT.io : EXIT.ok;
}

/** The JSON format contains the whole project. */
function projectText({ demo, file, project }: DemoProject, format: Format): string {
  if (format === 'json') return JSON.stringify({ demo, file, project });
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
  const lines = rows.map(([label = '', value, detail = '']) =>
    `  ${colors.dim(label.padEnd(8))}  ${value}  ${colors.dim(detail)}`.trimEnd(),
  );
  return [`${colors.bold(demo)}  ${title}`, ...lines, ''].join('\n');
}

function outcomeText(outcome: SandboxOutcome, format: Format): string {
  if (format === 'json') return JSON.stringify({ sandbox: outcome });
  const { demo, status, url = '', replaced } = outcome;
  const stays = (old: string | undefined): string => (old ? colors.dim(` (${old} stays in your workspace)`) : '');
  return {
    created: `${colors.green('✔')} ${demo}  ${url}${stays(replaced)}`,
    unchanged: `${colors.dim('=')} ${demo}  unchanged; --force creates a new sandbox  ${url}`,
    failed: `${colors.red('✖')} ${demo}  failed, see below`,
    skipped: `${colors.yellow('-')} ${demo}  not attempted`,
    stale: `${colors.yellow('!')} ${demo}  is in the list, but the demo does not exist; --prune removes it`,
    pruned: `${colors.green('✔')} ${demo}  removed from the list${stays(url)}`,
  }[status];
}

function summaryText({ file, outcomes }: Omit<CreateSandboxesResult, 'diagnostics'>, format: Format): string {
  const counts: Partial<Record<SandboxOutcome['status'], number>> = { created: 0 };
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  if (format === 'json') return JSON.stringify({ summary: { file, ...counts } });
  const mark = counts.failed || counts.skipped ? colors.red('✖') : colors.green('✔');
  const text = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return `${mark} ${text.join(', ')} → ${fromHere(file)}`;
}
