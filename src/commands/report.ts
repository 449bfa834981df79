import path from 'node:path';
import type { Shard } from '../index.ts';
import { type Command, colors, EXIT, FORMAT, type Format, fromHere, parsePath, parseShard, ROOT } from '../kit/kit.ts';

interface ReportFlags {
  root?: string;
  against?: string;
  all?: boolean;
  screenshots?: boolean;
  shard?: Shard;
  merge?: string[];
  out?: string;
  format: Format;
}

export const report: Command = {
  description: 'compare the API, the demos and the pages with another commit, and write one report',
  arguments: ROOT,
  options: {
    '--against <what>':
      'git ref, or folder or URL of a built site, to compare with (default: the merge base with the default branch)',
    '--all': 'open all demos, not only those that the changes can affect',
    '--screenshots': 'also compare screenshots of the opened demos',
    '--shard <part>': {
      description: 'open a part of the demos on this machine: 2/8 is the second of eight',
      parse: parseShard,
    },
    '--merge <folders...>': 'merge the report folders of all shards; opens no demo',
    '--out <folder>': {
      description: 'report folder (default: node_modules/.cache/cascader-docs/report)',
      parse: parsePath,
    },
    ...FORMAT,
  },
  async run(kit, { format, ...flags }: ReportFlags) {
    const { report } = await import('../index.ts');
    const { diagnostics, ...data } = await report({ ...flags, signal: kit.signal });
    kit.report(diagnostics);
    const paint = data.needsAttention ? colors.red : colors.green;
    if (format === 'json') kit.print(JSON.stringify(data));
    else kit.print(`${paint(data.verdict)} → ${fromHere(path.join(data.folder, 'report.md'))}`);
    const isUnknown = !data.isCompared && diagnostics.some(({ severity }) => severity === 'error');
    return isUnknown ? EXIT.usage : EXIT.ok;
  },
};
