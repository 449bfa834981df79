import type { Examination, Share } from '../index.ts';
import { type Command, colors, countBySeverity, counted, EXIT, FORMAT, type Format, ROOT } from '../kit/kit.ts';

export const doctor: Command = {
  description: "report what would not work in a project's site, such as a dumi site",
  arguments: ROOT,
  options: FORMAT,
  async run(kit, { root, format }: { root?: string; format: Format }) {
    const { doctor } = await import('../index.ts');
    const { diagnostics, ...result } = await doctor({ root, signal: kit.signal, onStage: kit.progress });
    kit.report(diagnostics);
    const counts = countBySeverity(diagnostics);
    kit.print(format === 'json' ? JSON.stringify(result) : textOf(result, counts));
    return counts.errors > 0 ? EXIT.content : EXIT.ok;
  },
};

function textOf(
  { score, remedy, isComplete }: Omit<Examination, 'diagnostics'>,
  { errors, warnings }: { errors: number; warnings: number },
): string {
  const shares: [Share, string, string][] = [
    [score.pages, 'page', 'without an error'],
    [score.demos, 'demo', 'in the HTML'],
    [score.routes, 'URL', ''],
    [score.keys, 'key', 'in the configuration'],
  ];
  const lines = shares.flatMap(([{ working, of }, what, how]) => {
    const mark = working === of ? colors.green('✔') : colors.yellow('!');
    return of > 0 ? [`${mark} ${`${working} of ${counted(of, what)} ${how}`.trim()}`] : [];
  });
  if (!isComplete)
    lines.push(`${colors.yellow('!')} Not all demos were checked. Fix the errors above, then run the command again`);
  if (remedy) {
    const { option, removes, of, severity } = remedy;
    lines.push(`${colors.yellow('→')} \`${option}\` removes ${removes} of ${counted(of, severity)}`);
  }
  lines.push(
    errors > 0
      ? `${colors.red('✖')} ${counted(errors, 'error')} to fix before the site can be built`
      : `${colors.green('✔')} The site can be built${warnings > 0 ? `, with ${counted(warnings, 'warning')}` : ''}`,
  );
  return lines.join('\n');
}
