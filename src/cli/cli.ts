import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { DiagnosticError } from '../node/base/diagnostics/diagnostic.ts';
import { packageVersion } from '../node/base/package-dir.ts';
import { addAffected } from './affected.ts';
import { addApi } from './api.ts';
import { addBuild } from './build.ts';
import { addCache } from './cache.ts';
import { addCheck } from './check.ts';
import { addDev } from './dev.ts';
import { addDoctor } from './doctor.ts';
import { addInit } from './init.ts';
import { addMcp } from './mcp.ts';
import { addPack } from './pack.ts';
import { addPluginCommands } from './plugin-commands.ts';
import { addPreview } from './preview.ts';
import { type Life, runProcess } from './process.ts';
import { addReport } from './report.ts';
import { formatUsageError, reportFailure } from './report-failure.ts';
import { addSandbox } from './sandbox.ts';
import { EXIT, type Session } from './session.ts';
import { addTranslations } from './translations.ts';
import { addVersions } from './versions.ts';

// The bundler of a build is a short-lived process that inherits this environment, so it should collect garbage less often.
if (process.argv[2] !== 'dev') process.env.GOGC ??= '200';

/** Commands whose result is files. `add` is that of `versions`. */
const WRITING = new Set(['build', 'pack', 'init', 'add']);

await runProcess((life) => run(process.argv, life));

async function run(argv: string[], life: Life): Promise<number> {
  // The options before a command have no values.
  const wanted = argv.slice(2).find((text) => !text.startsWith('-'));
  const session: Session = { life, format: 'text', writes: false, exitCode: EXIT.ok };
  const program = new Command('cascader-docs')
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
    .exitOverride()
    .hook('preAction', (_, command) => {
      session.writes = WRITING.has(command.name());
    });
  // In this order, `--help` lists the commands.
  for (const add of [
    addBuild,
    addDev,
    addPreview,
    addCheck,
    addAffected,
    addReport,
    addApi,
    addVersions,
    addTranslations,
    addDoctor,
    addCache,
    addMcp,
    addPack,
    addInit,
    addSandbox,
  ])
    add(program, session);
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

/** True if the working directory is the folder of a site. Loading a site takes longer than the message about a wrong name. */
function hasConfig(): boolean {
  return readdirSync('.').some((name) => name.startsWith('cascader-docs.config.'));
}

/** Help is also for sites that cannot be loaded. */
async function listPluginCommands(program: Command, session: Session): Promise<void> {
  if (!hasConfig()) return;
  await addPluginCommands(program, session).catch((error: unknown) => {
    if (!(error instanceof DiagnosticError)) throw error;
    const reason = `${error.message.split('\n', 1)[0]}. \`cascader-docs build\` prints the whole message`;
    program.addHelpText('after', `\nCommands of plugins are not listed: ${reason}.`);
  });
}
