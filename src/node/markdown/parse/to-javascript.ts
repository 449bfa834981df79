/** TypeScript as JavaScript that a person could have written: the layout stays. */
import { transform } from 'sucrase';

/** Throws what is wrong with the code. */
export function toJavaScript(code: string): string {
  const { code: text } = transform(code, {
    transforms: ['typescript', 'jsx'],
    jsxRuntime: 'preserve',
    disableESTransforms: true,
    preserveDynamicImport: true,
  });
  const before = code.split('\n');
  const lines = text.split('\n').map((line, index) => (line === before[index] ? line : closeGaps(line)));
  // A line of types alone is nothing now; blank lines that stood around it become one.
  const kept = lines.filter((line, index) => line.trim() !== '' || before[index]?.trim() === '');
  return kept
    .filter((line, index) => line.trim() !== '' || (kept[index - 1] ?? '').trim() !== '')
    .join('\n')
    .trim();
}

/** Takes out the spaces that types leave before punctuation; texts in quotes stay as they are. */
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
