import type { Command } from 'commander';
import type { AffectedItem, AffectedResult } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { counted, type Format, printDiagnostics } from './print.ts';
import type { Session } from './session.ts';

export function addAffected(program: Command, session: Session): void {
  program
    .command('affected')
    .description('list the demos, pages and exports that the changes since a commit can reach')
    .argument('[root]', 'site folder', '.')
    .option('--against <ref>', 'git ref to compare with (default: the merge base with the default branch)')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { against, format }: { against?: string; format: Format }) => {
      const { affected } = await import('../index.ts');
      session.format = format;
      const { diagnostics, ...result } = await affected({
        root,
        ...(against !== undefined && { against }),
        signal: session.life.signal,
      });
      printDiagnostics(diagnostics, format);
      process.stdout.write(format === 'json' ? `${JSON.stringify(result)}\n` : textOf(result));
    });
}

function textOf({ commit, changed, demos, pages, exports, of }: Omit<AffectedResult, 'diagnostics'>): string {
  const list = (name: string, items: AffectedItem[], all: number): string => {
    const rows = items.map(({ id, reason }) => `  ${id} ${pc.dim(`← ${reason.join(' → ')}`)}\n`);
    return `${items.length} of ${counted(all, name)}\n${rows.join('')}`;
  };
  return [
    `${counted(changed.length, 'file')} changed since ${commit.slice(0, 10)}\n`,
    list('demo', demos, of.demos),
    list('page', pages, of.pages),
    list('export', exports, of.exports),
  ].join('');
}
