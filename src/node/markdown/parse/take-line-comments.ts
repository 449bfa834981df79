import { addMark, type FenceInfo, lineMark } from './fence-info.ts';

/** Comments of all languages that hold nothing but marks. */
const COMMENT =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--)[ \t]*\[!code ([a-z]+|\+\+|--)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
/** Code about Markdown shows such comments. */
const MARKDOWN = /^(?:md|mdx|markdown)$/i;

/**
 * Takes comments such as `// [!code focus]` out of code and marks their lines in `info`. One in a line of its own is for the
 * line below; `[!code error:3]` for three. `[\!code` is the text itself.
 *
 * @returns the code, and which of the lines each of its lines was
 */
export function takeLineComments(code: string, info: FenceInfo): { code: string; lines: number[] } {
  if (!code.includes('!code ') || MARKDOWN.test(info.lang)) return { code, lines: [...code.split('\n').keys()] };
  const lines: number[] = [];
  const kept: string[] = [];
  for (const [number, line] of code.split('\n').entries()) {
    const found = COMMENT.exec(line);
    const mark = lineMark(found?.[1] ?? '');
    if (!found || !mark) {
      kept.push(line.replaceAll('[\\!code', '[!code'));
      lines.push(number);
      continue;
    }
    const rest = line.slice(0, found.index);
    if (rest.trim() !== '') {
      kept.push(rest);
      lines.push(number);
    }
    const first = rest.trim() === '' ? kept.length + 1 : kept.length;
    for (let index = 0; index < Number(found[2] ?? 1); index++) addMark(info.lines, first + index, mark);
  }
  return { code: kept.join('\n'), lines };
}
