import path from 'node:path';
import type { Command } from 'commander';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePath } from './option-values.ts';
import { type Format, printDiagnostics } from './print.ts';
import { type Session, withProgress } from './session.ts';

interface ReportFlags {
  against?: string;
  all?: boolean;
  out?: string;
  format: Format;
}

export function addReport(program: Command, session: Session): void {
  program
    .command('report')
    .description('compare the API, the demos and the pages with another commit, and write one report')
    .argument('[root]', 'site folder', '.')
    .option(
      '--against <what>',
      'git ref, or folder of a built site, to compare with (default: the merge base with the default branch)',
    )
    .option('--all', 'open all demos, not only those that the changes can reach')
    .option('--out <folder>', 'report folder (default: node_modules/.cache/cascader-docs/report)', parsePath)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { against, all, out, format }: ReportFlags) => {
      const { report } = await import('../index.ts');
      session.format = format;
      const result = await withProgress(session, () =>
        report({
          root,
          ...(against !== undefined && { against }),
          ...(all && { all }),
          ...(out !== undefined && { out }),
          signal: session.life.signal,
        }),
      );
      const { diagnostics, ...data } = result;
      printDiagnostics(diagnostics, format);
      if (format === 'json') {
        process.stdout.write(`${JSON.stringify(data)}\n`);
        return;
      }
      const paint = result.needsAttention ? pc.red : pc.green;
      const file = path.relative(process.cwd(), path.join(result.folder, 'report.md'));
      process.stdout.write(`${paint(result.verdict)} → ${file}\n`);
    });
}
