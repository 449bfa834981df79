import path from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { type DevFlags, dev } from './cli/dev.ts';
import {
  countBySeverity,
  counted,
  createProgress,
  type Format,
  printCheck,
  printCoverage,
  printDemo,
  printDiagnostics,
  printExamination,
  printOutcome,
  printProject,
  printSandboxes,
  printServer,
  printSummary,
  printTypes,
} from './cli/print.ts';
import { type Life, runProcess } from './cli/process.ts';
import {
  apiCoverage,
  build,
  check,
  checkTypes,
  createSandboxes,
  DiagnosticError,
  doctor,
  init,
  preview,
  StrayError,
  sandboxProjects,
  version,
} from './index.ts';

/** Exit codes: see the handbook, "Command line". */
const EXIT = { ok: 0, content: 1, usage: 2, io: 3, internal: 70 } as const;

/** Flags of `preview`. */
interface PreviewFlags {
  out?: string;
  base?: string;
  port: number;
  strictPort?: boolean;
  host: string;
}

/** Flags of `sandbox create`. */
interface SandboxFlags {
  root: string;
  file?: string;
  force?: boolean;
  prune?: boolean;
  dryRun?: boolean;
  format: Format;
}

// The bundler is a short-lived process: it collects its garbage more rarely. Its environment is this one's.
process.env.GOGC ??= '400';

await runProcess((life) => run(process.argv, life));

/** Runs the command line and returns the exit code. */
async function run(argv: string[], life: Life): Promise<number> {
  const { signal } = life;
  let format: Format = 'text';
  let exitCode: number = EXIT.ok;
  const program = new Command('cascader-docs')
    .description('Builds documentation sites for React component libraries: fast, and complete without JavaScript.')
    .version(version, '-v, --version', 'print the version')
    .option('--debug', 'print stack traces of internal errors')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nStart with\n  npx cascader-docs init my-library    a new documented library\n  npx cascader-docs dev                this folder, while you write\n  npx cascader-docs build              this folder into dist/\n  npx cascader-docs preview            look at what was built',
    )
    .exitOverride();

  program
    .command('build')
    .description('build the site into its output folder')
    .argument('[root]', 'folder of the site: where docs/ and cascader-docs.config.ts are', '.')
    .option('--out <folder>', "output folder (default: dist in the site's folder, or outputPath of the config)")
    .option('--base <path>', 'path that the site is served under, such as /my-library/')
    .option('--strict', 'treat warnings as errors')
    .option(
      '--in-place',
      'replace files one by one instead of swapping folders, for an output folder that cannot be renamed',
    )
    .option('--no-cache', 'make everything anew, and keep nothing for the next build')
    .option('--stats', 'tell where time and memory go: stages, processes, the slowest pages and demos')
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .action(
      async (
        root: string,
        options: {
          out?: string;
          base?: string;
          strict?: boolean;
          inPlace?: boolean;
          cache: boolean;
          stats?: boolean;
          format: Format;
        },
      ) => {
        format = options.format;
        const progress = createProgress(format);
        const { out, base, strict, inPlace, cache, stats } = options;
        const outDir = out === undefined ? undefined : path.resolve(out);
        try {
          const result = await build({
            root,
            outDir,
            base,
            strict,
            inPlace,
            cache,
            stats,
            signal,
            onStage: progress.stage,
          });
          progress.end();
          printDiagnostics(result.diagnostics, format);
          printSummary(result, format);
        } finally {
          progress.end();
        }
      },
    );

  program
    .command('dev')
    .description('serve the site while it is written: open pages follow what is saved')
    .argument('[root]', 'folder of the site', '.')
    .option('--base <path>', 'path that the site is served under, when it is not the configured one')
    .option('--port <number>', 'port; the next free one is taken when it is in use', parsePort, 4171)
    .option('--strict-port', 'fail when the port is in use')
    .option(
      '--host <name>',
      'address to listen on; 0.0.0.0 for all, so that other machines can read the site',
      'localhost',
    )
    .option('--open', 'open the site in the browser')
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .action(async (root: string, options: DevFlags) => {
      format = options.format;
      await dev(root, options, life);
      exitCode = life.exitCode ?? EXIT.ok;
    });

  program
    .command('preview')
    .description('serve the built site as a static host does')
    .argument('[root]', 'folder of the site', '.')
    .option('--out <folder>', 'output folder, when it is not the configured one')
    .option('--base <path>', 'path that the site was built for, when it is not the configured one')
    .option('--port <number>', 'port; the next free one is taken when it is in use', parsePort, 4172)
    .option('--strict-port', 'fail when the port is in use')
    .option('--host <name>', 'address to listen on', 'localhost')
    .action(async (root: string, options: PreviewFlags) => {
      const { out, base, port, strictPort, host } = options;
      const outDir = out === undefined ? undefined : path.resolve(out);
      const server = await preview({ root, outDir, base, port, strictPort, host, signal });
      printServer(server);
      await life.end;
      await server.close();
      exitCode = life.exitCode ?? EXIT.ok;
    });

  program
    .command('check')
    .description('open every demo in a browser, alone and as an export too, and tell what is wrong with it')
    .argument('[root]', 'folder of the site', '.')
    .option(
      '--demo <text>',
      'check only demos whose id contains the text; may be given several times',
      (text: string, texts: string[]) => [...texts, text],
      [],
    )
    .option('--types', 'check demos and code blocks against the types instead; needs no browser')
    .option('--base <path>', 'path that the site is served under, when it is not the configured one')
    .option('--out <folder>', 'folder of the report (default: node_modules/.cache/cascader-docs/check)')
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .action(
      async (
        root: string,
        options: { demo: string[]; types?: boolean; base?: string; out?: string; format: Format },
      ) => {
        format = options.format;
        const progress = createProgress(format);
        if (options.types) {
          const { base } = options;
          const { diagnostics } = await checkTypes({ root, base, signal, onStage: progress.stage });
          progress.end();
          printTypes(diagnostics, format);
          if (diagnostics.some(({ severity }) => severity === 'error')) exitCode = EXIT.content;
          return;
        }
        const { demo, base, out } = options;
        try {
          const result = await check({
            root,
            base,
            reportDir: out === undefined ? undefined : path.resolve(out),
            only: demo,
            signal,
            onStage: progress.stage,
            onDemo: (report) => {
              progress.end();
              printDemo(report, format);
            },
          });
          progress.end();
          printCheck(result, format);
          if (result.findings > 0) exitCode = EXIT.content;
        } finally {
          progress.end();
        }
      },
    );

  program
    .command('api')
    .description('tell which exports and properties of the library have a description and a demo')
    .argument('[root]', 'folder of the site', '.')
    .option('--coverage', 'list those without (the default)')
    .option('--min <percent>', 'fail when less than so many percent are described', parsePercent)
    .option('--min-shown <percent>', 'fail when demos show less than so many percent', parsePercent)
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .action(async (root: string, options: { min?: number; minShown?: number; format: Format }) => {
      format = options.format;
      const progress = createProgress(format);
      const result = await apiCoverage({ root, signal, onStage: progress.stage }).finally(progress.end);
      printCoverage(result, format);
      const { min = 0, minShown = 0 } = options;
      const missed = [
        ...(result.percent < min ? [`less than the ${min} % of --min`] : []),
        ...(result.shownPercent < minShown ? [`less than the ${minShown} % of --min-shown`] : []),
      ];
      for (const text of missed) process.stderr.write(`${pc.red('✖')} ${text}\n`);
      if (missed.length > 0) exitCode = EXIT.content;
    });

  program
    .command('doctor')
    .description('read a project, one that was written for dumi too, and tell what its site would lose')
    .argument('[root]', 'folder of the site', '.')
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .action(async (root: string, options: { format: Format }) => {
      format = options.format;
      const progress = createProgress(format);
      const result = await doctor({ root, signal, onStage: progress.stage }).finally(progress.end);
      printExamination(result, format);
      if (result.diagnostics.some(({ severity }) => severity === 'error')) exitCode = EXIT.content;
    });

  program
    .command('init')
    .description('write a starter for a documented component library: pages, a demo, configuration, scripts')
    .argument('[folder]', 'folder to write into; existing files are never overwritten', '.')
    .action(async (folder: string) => {
      const { files, notes } = await init({ folder: path.resolve(folder) });
      process.stdout.write(
        `${pc.green('✔')} ${files.length} files in ${folder}\n${notes.map((note) => `  ${note}\n`).join('')}`,
      );
    });

  program
    .command('sandbox')
    .description('permanent sandboxes of demos on CodeSandbox')
    .command('create')
    .description('create a sandbox for each demo that is new or has changed, and list them in demos/sandboxes.json')
    .argument('[demo...]', 'ids of demos, or their last parts such as simple (default: all demos)')
    .option('--root <folder>', 'folder of the site', '.')
    .option('--file <file>', "the list of sandboxes (default: demos/sandboxes.json in the project's folder)")
    .option('--force', 'make new sandboxes of unchanged demos too')
    .option('--prune', 'remove entries of demos that are no more from the list')
    .option('--dry-run', 'print the projects; needs neither key nor network')
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .addHelpText('after', '\nThe environment variable CSB_API_KEY holds the key: https://codesandbox.io/t/api')
    .action(async (demos: string[], options: SandboxFlags) => {
      format = options.format;
      const { root, file, force, prune, dryRun } = options;
      const progress = createProgress(format);
      const common = { root, demos, signal, onStage: progress.stage };
      try {
        if (dryRun) {
          const { projects, diagnostics } = await sandboxProjects(common);
          progress.end();
          printDiagnostics(diagnostics, format);
          for (const project of projects) printProject(project, format);
          return;
        }
        const result = await createSandboxes({
          ...common,
          apiKey: process.env.CSB_API_KEY,
          file: file === undefined ? undefined : path.resolve(file),
          force,
          prune,
          onOutcome: (outcome) => {
            progress.end();
            printOutcome(outcome, format);
          },
        });
        progress.end();
        printDiagnostics(result.diagnostics, format);
        printSandboxes(result, format);
        // What was under way is recorded all the same.
        if (life.exitCode !== undefined) exitCode = life.exitCode;
        else if (result.diagnostics.some(({ severity }) => severity === 'error')) exitCode = EXIT.io;
      } finally {
        progress.end();
      }
    });

  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    return life.exitCode ?? reportFailure(error, format, Boolean(program.opts().debug));
  }
}

function reportFailure(error: unknown, format: Format, debug: boolean): number {
  // Commander has printed its own message; help and version are no failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof DiagnosticError) {
    printDiagnostics(error.diagnostics, format);
    const { errors, warnings } = countBySeverity(error.diagnostics);
    const count =
      errors > 0 ? counted(errors, 'error') : `${counted(warnings, 'warning')}, and --strict makes them errors`;
    if (format === 'text') process.stderr.write(`\n${pc.red('✖')} ${count}; nothing was written.\n`);
    return error.exitCode;
  }
  const { code, message, stack } = ((error instanceof StrayError && error.cause) || error) as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
    process.stderr.write(`${pc.red('✖')} ${message}\n`);
    return EXIT.io;
  }
  process.stderr.write(
    `${pc.red('✖')} Internal error: ${message ?? String(error)}\n  This is a fault of cascader-docs: please report it with what you ran. ${debug ? '' : '--debug shows the stack.'}\n`,
  );
  if (debug && stack) process.stderr.write(`${stack}\n`);
  return EXIT.internal;
}

function parseFormat(value: string): Format {
  if (value === 'text' || value === 'json') return value;
  throw new InvalidArgumentError('It is text or json.');
}

function parsePort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

function parsePercent(value: string): number {
  const percent = Number(value);
  if (value.trim() !== '' && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('It is a number from 0 to 100.');
}
