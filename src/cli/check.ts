import type { Command } from 'commander';
import { check, checkTypes } from '../index.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { type Format, printCheck, printDemo, printTypes } from './print.ts';
import { EXIT, type Session, withProgress } from './session.ts';

interface CheckFlags {
  demo: string[];
  types?: boolean;
  base?: string;
  out?: string;
  format: Format;
}

/** Adds `check`. */
export function addCheck(program: Command, session: Session): void {
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
    .option('--out <folder>', 'folder of the report (default: node_modules/.cache/cascader-docs/check)', parsePath)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, flags: CheckFlags) => {
      session.format = flags.format;
      const isWrong = await (flags.types ? checkByTypes : checkInBrowser)(root, flags, session);
      if (isWrong) session.exitCode = EXIT.content;
    });
}

async function checkByTypes(root: string, { base, format }: CheckFlags, session: Session): Promise<boolean> {
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
