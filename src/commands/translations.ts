import type { TranslationReport } from '../index.ts';
import { type Command, colors, counted, EXIT, FORMAT, type Format, ROOT } from '../kit/kit.ts';

interface TranslationsFlags {
  root?: string;
  strict?: boolean;
  format: Format;
}

export const translations: Command = {
  description: 'list missing translations, and translations that are older than the original',
  arguments: ROOT,
  options: { '--strict': 'fail if a translation is missing or outdated', ...FORMAT },
  async run(kit, { root, strict, format }: TranslationsFlags) {
    const { translations } = await import('../index.ts');
    const { diagnostics, ...result } = await translations({ root, signal: kit.signal });
    kit.report(diagnostics);
    kit.print(format === 'json' ? JSON.stringify(result) : textOf(result));
    const isWhole = result.locales.every(({ missing, outdated }) => missing.length + outdated.length === 0);
    return strict && !isWhole ? EXIT.content : EXIT.ok;
  },
};

function textOf({ pages, locales, hasDates }: Omit<TranslationReport, 'diagnostics'>): string {
  const day = (date: number): string => new Date(date).toISOString().slice(0, 10);
  const lines = locales.flatMap(({ locale, name, translated, missing, outdated }) => {
    const mark = missing.length + outdated.length === 0 ? colors.green('✔') : colors.yellow('!');
    const late = hasDates ? `, ${outdated.length} of them outdated` : '';
    return [
      ...missing.map(({ original, route }) => `${colors.yellow('missing')}  ${original} ${colors.dim(`→ ${route}`)}`),
      ...outdated.map(({ original, translation, originalDate, translationDate }) => {
        const dates = `${day(translationDate)}, ${original} ${day(originalDate)}`;
        return `${colors.yellow('outdated')} ${translation} ${colors.dim(dates)}`;
      }),
      `${mark} ${name} (${locale}): ${translated} of ${counted(pages, 'page')} translated${late}`,
    ];
  });
  if (locales.length === 0) lines.push('The site has one language. Add others in `locales`.');
  else if (!hasDates)
    lines.push(`${colors.yellow('!')} Git has no dates for these pages, so outdated translations cannot be detected`);
  return lines.join('\n');
}
