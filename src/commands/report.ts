import path from 'node:path';
import { type Command, colors, FORMAT, type Format, fromHere, parsePath, ROOT } from '../kit/kit.ts';

interface ReportFlags {
  root?: string;
  against?: string;
  all?: boolean;
  screenshots?: boolean;
  out?: string;
  format: Format;
}

export const report: Command = {
  description: 'compare the API, the demos and the pages with another commit, and write one report',
  arguments: ROOT,
  options: {
    '--against <what>':
      'git ref, or folder of a built site, to compare with (default: the merge base with the default branch)',
    '--all': 'open all demos, not only those that the changes can reach',
    '--screenshots': 'also compare screenshots of the opened demos',
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
  },
};
