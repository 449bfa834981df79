import fs from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { colors } from '../kit/colors.ts';
import { EXIT } from '../kit/exit.ts';
import { createOutput } from '../kit/output.ts';
import { countBySeverity, counted } from '../kit/texts.ts';
import { DiagnosticError } from '../node/base/diagnostics/diagnostic.ts';
import { StrayError } from '../node/base/errors.ts';
import { describeSystemFailure, toWriteFailure, WriteError } from '../node/base/files/write-error.ts';
import type { Session } from './session.ts';

/** A position in a script with a `file:` URL. */
const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** Only a clone of the repository has source maps. Node's own `--enable-source-maps` would parse all maps at start. */
function mapToolStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(POSITION, (position, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return position;
    const source = path.resolve(path.dirname(file), entry.originalSource);
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    // There is no source map, so the position is not mapped.
    return undefined;
  }
}

/** `debug` prints the stack of internal errors. */
export function reportFailure(failed: unknown, { format, writes }: Session, debug: boolean): number {
  const error = failed instanceof WriteError ? toWriteFailure(process.cwd(), failed) : failed;
  const { report } = createOutput(() => format);
  // Commander has printed its message. Help and version are not failures; the error of `help` has the current exit code of the process.
  if (error instanceof CommanderError) return error.exitCode === 1 ? EXIT.usage : EXIT.ok;
  if (error instanceof DiagnosticError) {
    const { diagnostics } = error;
    report(diagnostics);
    const { errors, warnings } = countBySeverity(diagnostics);
    const count =
      errors > 0 ? counted(errors, 'error') : `${counted(warnings, 'warning')}, which --strict treats as errors`;
    if (format === 'text')
      process.stderr.write(`\n${colors.red('✖')} ${count}${writes ? '; nothing was written' : ''}.\n`);
    return diagnostics.some((diagnostic) => diagnostic.code === 'CD106') ? EXIT.io : error.exitCode;
  }
  if (error instanceof StrayError && 'cause' in error && !(error.cause instanceof Error)) {
    process.stderr.write(
      `${colors.red('✖')} The site's code threw \`${error.message}\`, which has no location. Throw an error: \`throw new Error('…')\`\n`,
    );
    return EXIT.content;
  }
  const cause = ((error instanceof StrayError && error.cause) || error) as NodeJS.ErrnoException;
  const { code, message, stack } = cause;
  const refused = cause instanceof Error ? describeSystemFailure(cause, process.cwd()) : undefined;
  if (refused) {
    report([refused]);
    return EXIT.io;
  }
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
    process.stderr.write(`${colors.red('✖')} ${message}\n`);
    return EXIT.io;
  }
  process.stderr.write(
    `${colors.red('✖')} Internal error: ${message ?? String(error)}\n  This is a bug in cascader-docs: please report it with the command that you ran.${debug ? '' : ' --debug prints the stack trace.'}\n`,
  );
  if (debug && stack) process.stderr.write(`${mapToolStack(stack)}\n`);
  return EXIT.internal;
}

/** Returns Commander's message about wrong arguments in the form of all other messages: a sentence, and what to do. */
export function formatUsageError(message: string): string {
  const [text = '', suggestion] = message.trim().split('\n');
  const sentence = text
    .replace(/^error: /, '')
    .replace(/'([^']*)'/g, '`$1`')
    .replace(/\.$/, '');
  const nearest = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(suggestion ?? '')?.[1];
  const fix = nearest
    ? `Did you mean ${nearest
        .split(', ')
        .map((name) => `\`${name}\``)
        .join(', ')}?`
    : '`cascader-docs --help` lists the commands, and `cascader-docs <command> --help` the options of a command';
  return `${colors.red('error')}: ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}\n\n  → ${fix}\n`;
}
