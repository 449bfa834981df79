import type { AffectedItem, AffectedResult } from '../index.ts';
import { type Command, colors, counted, FORMAT, type Format, ROOT } from '../kit/kit.ts';

interface AffectedFlags {
  root?: string;
  against?: string;
  format: Format;
}

export const affected: Command = {
  description: 'list the demos, pages and exports that the changes since a commit can affect',
  arguments: ROOT,
  options: {
    '--against <ref>': 'git ref to compare with (default: the merge base with the default branch)',
    ...FORMAT,
  },
  async run(kit, { format, ...flags }: AffectedFlags) {
    const { affected } = await import('../index.ts');
    const { diagnostics, ...result } = await affected({ ...flags, signal: kit.signal });
    kit.report(diagnostics);
    kit.print(format === 'json' ? JSON.stringify(result) : textOf(result));
  },
};

function textOf({ commit, changed, demos, pages, exports, of }: Omit<AffectedResult, 'diagnostics'>): string {
  const list = (name: string, items: AffectedItem[], all: number): string[] => [
    `${items.length} of ${counted(all, name)}`,
    ...items.map(({ id, reason }) => `  ${id} ${colors.dim(`← ${reason.join(' → ')}`)}`),
  ];
  return [
    `${counted(changed.length, 'file')} changed since ${commit?.slice(0, 10)}`,
    ...list('demo', demos, of.demos),
    ...list('page', pages, of.pages),
    ...list('export', exports, of.exports),
  ].join('\n');
}
