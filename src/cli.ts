import path from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import {
  type BuildResult,
  build,
  type Diagnostic,
  DiagnosticError,
  diagnosticToJson,
  formatDiagnostic,
  init,
  preview,
  type Stage,
  version,
} from './index.ts';

/** Exit codes: see the handbook, "Command line". */
const EXIT = { ok: 0, content: 1, usage: 2, io: 3, internal: 70, interrupted: 130, terminated: 143 } as const;

type Format = 'text' | 'json';

// The bundler is a short-lived process: it collects its garbage more rarely. Its environment is this one's.
process.env.GOGC ??= '400';

const controller = new AbortController();
let signalExit: number | undefined;
for (const [signal, code] of [
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
] as const) {
  process.on(signal, () => {
    // The second signal does not wait for the clean-up.
    if (signalExit !== undefined) process.exit(code);
    signalExit = code;
    controller.abort();
  });
}

process.exitCode = await run(process.argv);

/** Runs the command line and returns the exit code. */
async function run(argv: string[]): Promise<number> {
  let format: Format = 'text';
  const program = new Command('cascader-docs')
    .description('Builds documentation sites for React component libraries: fast, and complete without JavaScript.')
    .version(version, '-v, --version', 'print the version')
    .option('--debug', 'print stack traces of internal errors')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nStart with\n  npx cascader-docs init my-library    a new documented library\n  npx cascader-docs build              this folder into dist/\n  npx cascader-docs preview            look at what was built',
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
    .option('--format <format>', 'text, or json: one object a line', parseFormat, 'text')
    .action(
      async (
        root: string,
        options: { out?: string; base?: string; strict?: boolean; inPlace?: boolean; format: Format },
      ) => {
        format = options.format;
        const progress = createProgress(format);
        const { out, base, strict, inPlace } = options;
        const outDir = out === undefined ? undefined : path.resolve(out);
        try {
          const result = await build({
            root,
            outDir,
            base,
            strict,
            inPlace,
            signal: controller.signal,
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
    .command('preview')
    .description('serve the built site as a static host does')
    .argument('[root]', 'folder of the site', '.')
    .option('--out <folder>', 'output folder, when it is not the configured one')
    .option('--base <path>', 'path that the site was built for, when it is not the configured one')
    .option('--port <number>', 'port; the next free one is taken when it is in use', parsePort, 4172)
    .option('--host <name>', 'address to listen on', 'localhost')
    .action(async (root: string, options: { out?: string; base?: string; port: number; host: string }) => {
      const { out, base, port, host } = options;
      const server = await preview({
        root,
        outDir: out === undefined ? undefined : path.resolve(out),
        base,
        port,
        host,
      });
      for (const url of server.urls) process.stdout.write(`${pc.green('➜')} ${pc.cyan(url)}\n`);
      await new Promise((resolve) => controller.signal.addEventListener('abort', resolve, { once: true }));
      await server.close();
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

  try {
    await program.parseAsync(argv);
    return signalExit ?? EXIT.ok;
  } catch (error) {
    return signalExit ?? reportFailure(error, format, Boolean(program.opts().debug));
  }
}

function reportFailure(error: unknown, format: Format, debug: boolean): number {
  // Commander has printed its own message; help and version are no failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof DiagnosticError) {
    printDiagnostics(error.diagnostics, format);
    const errors = error.diagnostics.filter(({ severity }) => severity === 'error').length;
    const count =
      errors > 0
        ? `${errors} error${errors === 1 ? '' : 's'}`
        : `${error.diagnostics.length} warnings, and --strict makes them errors`;
    if (format === 'text') process.stderr.write(`\n${pc.red('✖')} ${count}; nothing was written.\n`);
    return error.exitCode;
  }
  const { code, message, stack } = error as NodeJS.ErrnoException;
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

/** Diagnostics go to standard error as text, to standard output as JSON. */
function printDiagnostics(diagnostics: Diagnostic[], format: Format): void {
  for (const diagnostic of diagnostics) {
    if (format === 'json') process.stdout.write(`${diagnosticToJson(diagnostic)}\n`);
    else process.stderr.write(`${formatDiagnostic(diagnostic, pc.createColors(pc.isColorSupported))}\n\n`);
  }
}

function printSummary(result: BuildResult, format: Format): void {
  const { outDir, pages, demos, files, bytes, timings, diagnostics } = result;
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ summary: { outDir, pages, demos, files, bytes, timings, warnings: diagnostics.length } })}\n`,
    );
    return;
  }
  const total = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${time}`);
  const counts = [counted(pages, 'page'), counted(demos, 'demo'), counted(files, 'file'), formatBytes(bytes)];
  process.stdout.write(
    `${pc.green('✔')} ${counts.join(', ')} in ${(total / 1000).toFixed(2)} s → ${path.relative(process.cwd(), outDir) || '.'}\n`,
  );
  process.stdout.write(`  ${pc.dim(`${stages.join(' · ')} ms`)}\n`);
  if (diagnostics.length > 0)
    process.stdout.write(
      `  ${pc.yellow(`${diagnostics.length} warning${diagnostics.length === 1 ? '' : 's'}`)}, see above\n`,
    );
}

/** One line that names the running stage, on a terminal only. */
function createProgress(format: Format): { stage: (stage: Stage) => void; end: () => void } {
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

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
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
