import pc from 'picocolors';
import { nameOf } from './create-diagnostic.ts';
import type { Diagnostic, Location } from './diagnostic.ts';

type DiagnosticColors = Record<'red' | 'yellow' | 'blue' | 'cyan' | 'dim', (text: string) => string>;

/** Formats `path:line:col - error CDnnn: text`, followed by a code frame, notes and the stack. Uses no colors by default. */
export function formatDiagnostic(diagnostic: Diagnostic, colors: DiagnosticColors = pc.createColors(false)): string {
  const { severity, code, text, location } = diagnostic;
  const label = { error: colors.red, warning: colors.yellow, info: colors.blue }[severity](severity);
  const place = location ? `${colors.cyan(`${shownFile(location)}:${location.line}:${location.column}`)} - ` : '';
  const lines = [`${place}${label} ${colors.dim(`${code}:`)} ${withoutControls(text)}`];
  if (location?.lineText !== undefined) lines.push('', ...codeFrame(location, colors), '');
  for (const note of diagnostic.notes ?? []) lines.push(`  ${colors.dim('→')} ${withoutControls(note)}`);
  if (diagnostic.stack)
    lines.push(...diagnostic.stack.split('\n').map((line) => `  ${colors.dim(withoutControls(line.trim()))}`));
  return lines.join('\n');
}

/** Returns a diagnostic and its name as one line of JSON, for `--format json`. */
export function diagnosticToJson(diagnostic: Diagnostic): string {
  return JSON.stringify(withName(diagnostic));
}

function withName({ severity, code, each, ...rest }: Diagnostic): object {
  return { severity, code, name: nameOf(code), ...rest, ...(each && { each: each.map(withName) }) };
}

/** Maximum number of characters per line in a code frame. A minified line is cut around the mark. */
const FRAME_WIDTH = 120;

/** Returns the lines of a code frame: the source line and the mark below it. */
export function codeFrame(location: Location, colors: DiagnosticColors = pc.createColors(false)): string[] {
  const text = withoutControls((location.lineText ?? '').replaceAll('\t', ' '));
  const start = location.column - 1 > FRAME_WIDTH * 0.75 ? location.column - 1 - FRAME_WIDTH / 2 : 0;
  const shown = text.slice(start, start + FRAME_WIDTH);
  const mark = location.column - 1 - start;
  const length = Math.max(1, Math.min(location.length ?? 1, shown.length - mark));
  const number = String(location.line);
  return [
    `  ${colors.dim(`${number} │`)} ${shown}`,
    `  ${colors.dim(`${' '.repeat(number.length)} ╵`)} ${' '.repeat(displayWidth(shown.slice(0, mark)))}${colors.red('^'.repeat(length))}`,
  ];
}

/** Returns the file name on a single line, because a name may contain tabs and line breaks. */
function shownFile({ file }: Location): string {
  return withoutControls(file.replace(/[\t\n]/g, '\0'));
}

/** Replaces control characters and characters that change the text direction with the replacement character. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');
}

/** Returns the width in terminal columns. East Asian wide characters take two columns. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1;
  return width;
}
