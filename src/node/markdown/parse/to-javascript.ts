import { transform } from 'sucrase';

/** Throws on a syntax error. */
export function toJavaScript(code: string): string {
  const { code: text } = transform(code, {
    transforms: ['typescript', 'jsx'],
    jsxRuntime: 'preserve',
    disableESTransforms: true,
    preserveDynamicImport: true,
  });
  const before = code.split('\n');
  const lines = text.split('\n').map((line, index) => (line === before[index] ? line : closeGaps(line)));
  // Drop lines that contained only types, and collapse the blank lines around them.
  const remaining = lines.filter((line, index) => line.trim() !== '' || before[index]?.trim() === '');
  return remaining
    .filter((line, index) => line.trim() !== '' || (remaining[index - 1] ?? '').trim() !== '')
    .join('\n')
    .trim();
}

/** Removes spaces that removed types leave before punctuation, except in string literals. */
function closeGaps(line: string): string {
  return line
    .split(/('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/(\S) +([,;)\]])/g, '$1$2')
            .replace(/(\S) {2,}=/g, '$1 =')
            .replace(/\{(?! )([^{}]*\S) +\}/g, '{$1}'),
    )
    .join('')
    .trimEnd();
}
