import type { Command } from 'commander';
import type { TranslationReport } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat } from './option-values.ts';
import { counted, type Format, printDiagnostics } from './print.ts';
import { EXIT, type Session } from './session.ts';

export function addTranslations(program: Command, session: Session): void {
  program
    .command('translations')
    .description('list missing translations, and translations that are older than the original')
    .argument('[root]', 'site folder', '.')
    .option('--strict', 'fail if a translation is missing or outdated')
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { strict = false, format }: { strict?: boolean; format: Format }) => {
      const { translations } = await import('../index.ts');
      session.format = format;
      const result = await translations({ root, signal: session.life.signal });
      printTranslations(result, format);
      const isWhole = result.locales.every(({ missing, outdated }) => missing.length + outdated.length === 0);
      if (strict && !isWhole) session.exitCode = EXIT.content;
    });
}

function printTranslations({ pages, locales, diagnostics, hasDates }: TranslationReport, format: Format): void {
  printDiagnostics(diagnostics, format);
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ pages, locales, hasDates })}\n`);
    return;
  }
  const day = (date: number): string => new Date(date).toISOString().slice(0, 10);
  if (locales.length === 0) process.stdout.write('The site has one language. Add others in "locales".\n');
  for (const { locale, name, translated, missing, outdated } of locales) {
    for (const { original, route } of missing)
      process.stdout.write(`${pc.yellow('missing')}  ${original} ${pc.dim(`→ ${route}`)}\n`);
    for (const { original, translation, originalDate, translationDate } of outdated)
      process.stdout.write(
        `${pc.yellow('outdated')} ${translation} ${pc.dim(`${day(translationDate)}, ${original} ${day(originalDate)}`)}\n`,
      );
    const mark = missing.length + outdated.length === 0 ? pc.green('✔') : pc.yellow('!');
    const late = hasDates ? `, ${outdated.length} of them outdated` : '';
    process.stdout.write(`${mark} ${name} (${locale}): ${translated} of ${counted(pages, 'page')} translated${late}\n`);
  }
  if (locales.length > 0 && !hasDates)
    process.stdout.write(`${pc.yellow('!')} Git has no dates for these pages, so outdated translations are unknown\n`);
}
