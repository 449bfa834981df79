import { addMark, type FenceInfo, lineMark } from './fence-info.ts';

/** Matches comments, in any language, that contain only a mark. */
const COMMENT =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--)[ \t]*\[!code ([a-z]+|\+\+|--)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
/** Markdown code shows these comments. */
const MARKDOWN = /^(?:md|mdx|markdown)$/i;

/**
 * Removes comments such as `// [!code focus]`. On its own line, one marks the next line; `[!code error:3]` marks three.
 * `[\!code` is an escape. Returns the original number of each line.
 */
export function takeLineComments(code: string, info: FenceInfo): { code: string; lines: number[] } {
  if (!code.includes('!code ') || MARKDOWN.test(info.lang)) return { code, lines: [...code.split('\n').keys()] };
  const lines: number[] = [];
  const remaining: string[] = [];
  for (const [number, line] of code.split('\n').entries()) {
    const found = COMMENT.exec(line);
    const mark = lineMark(found?.[1] ?? '');
    if (!found || !mark) {
      remaining.push(line.replaceAll('[\\!code', '[!code'));
      lines.push(number);
      continue;
    }
    const rest = line.slice(0, found.index);
    if (rest.trim() !== '') {
      remaining.push(rest);
      lines.push(number);
    }
    const first = rest.trim() === '' ? remaining.length + 1 : remaining.length;
    for (let index = 0; index < Number(found[2] ?? 1); index++) addMark(info.lines, first + index, mark);
  }
  return { code: remaining.join('\n'), lines };
}
