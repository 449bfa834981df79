import { readdirSync } from 'node:fs';
import { Command as Commander } from 'commander';
import { affected } from '../commands/affected.ts';
import { api } from '../commands/api.ts';
import { cache } from '../commands/cache.ts';
import { check } from '../commands/check.ts';
import { doctor } from '../commands/doctor.ts';
import { init } from '../commands/init.ts';
import { mcp } from '../commands/mcp.ts';
import { pack } from '../commands/pack.ts';
import { preview } from '../commands/preview.ts';
import { report } from '../commands/report.ts';
import { sandbox } from '../commands/sandbox.ts';
import { translations } from '../commands/translations.ts';
import { versions } from '../commands/versions.ts';
import { EXIT } from '../kit/exit.ts';
import type { Command, CommandGroup } from '../kit/kit.ts';
import { DiagnosticError } from '../node/base/diagnostics/diagnostic.ts';
import { packageVersion } from '../node/base/package-dir.ts';
import type { CommandName } from '../shared/command-names.ts';
import { addCommand } from './add-command.ts';
import { build } from './build.ts';
import { createDev } from './dev.ts';
import { type Life, runProcess } from './process.ts';
import { formatUsageError, reportFailure } from './report-failure.ts';
import type { Session } from './session.ts';

// The bundler of a build is a short-lived process that inherits this environment, so it should collect garbage less often.
if (process.argv[2] !== 'dev') process.env.GOGC ??= '200';

await runProcess((life) => run(process.argv, life));

async function run(argv: string[], life: Life): Promise<number> {
  // Options before the command take no values.
  const wanted = argv.slice(2).find((text) => !text.startsWith('-'));
  const session: Session = { life, format: 'text', writes: false, exitCode: EXIT.ok };
  const program = new Commander('cascader-docs')
    .description('Builds documentation sites for React component libraries: fast, and complete without JavaScript.')
    .version(packageVersion, '-v, --version', 'print the version')
    .option('--debug', 'print stack traces of internal errors')
    // `mcp` has an option `--version`. After other commands, it prints the version of the tool.
    .enablePositionalOptions(wanted === 'mcp')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nStart with\n  npx cascader-docs init my-library    create a documented library\n  npx cascader-docs dev                serve this folder while you write\n  npx cascader-docs build              build this folder into dist/\n  npx cascader-docs preview            serve the built site',
    )
    .configureOutput({ outputError: (message, write) => write(formatUsageError(message)) })
    .exitOverride();
  // `--help` lists the commands in this order.
  const commands: Record<CommandName, Command | CommandGroup> = {
    ...{ build, dev: createDev(session.life), preview, check, affected, report, api, versions, translations },
    ...{ doctor, cache, mcp, pack, init, sandbox },
  };
  for (const [name, command] of Object.entries(commands)) addCommand(program, name, command, session);
  try {
    const isOwn = program.commands.some((command) => command.name() === wanted);
    if (wanted === undefined || wanted === 'help') await listPluginCommands(program, session);
    else if (!isOwn && hasConfig()) await addPluginCommands(program, session, wanted);
    await program.parseAsync(argv);
    return session.exitCode;
  } catch (error) {
    return life.exitCode ?? reportFailure(error, session, Boolean(program.opts().debug));
  }
}

/** True if the working directory is the folder of a site. This is checked first, because loading a site takes longer. */
function hasConfig(): boolean {
  return readdirSync('.').some((name) => name.startsWith('cascader-docs.config.'));
}

/** Help must also work for sites that cannot be loaded. */
async function listPluginCommands(program: Commander, session: Session): Promise<void> {
  if (!hasConfig()) return;
  await addPluginCommands(program, session).catch((error: unknown) => {
    if (!(error instanceof DiagnosticError)) throw error;
    const reason = `${error.message.split('\n', 1)[0]}. \`cascader-docs build\` prints the whole message`;
    program.addHelpText('after', `\nPlugin commands are not listed: ${reason}.`);
  });
}

/**
 * Adds the commands that plugins of the site in the working directory provide.
 *
 * @param wanted name of the command that will run. If it is undefined or unknown, all commands are added, so that help lists them
 */
async function addPluginCommands(program: Commander, session: Session, wanted?: string): Promise<void> {
  const { commandsOf } = await import('../kit/open-kit.ts');
  const commands = await commandsOf('.', { signal: session.life.signal });
  const found = commands.filter(({ name }) => name === wanted);
  for (const { name, plugin, command } of found.length > 0 ? found : commands)
    addCommand(program, name, { ...command, description: `${command.description} (plugin ${plugin})` }, session);
}
