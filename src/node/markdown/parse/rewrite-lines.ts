import { scanTags } from './scan-tags.ts';
import { sourceCodeInfo } from './source-code-info.ts';

const PREFIX = '(?:[ \\t]|>|[-*+][ \\t]|\\d+[.)][ \\t])*';
const FENCE = new RegExp(`^${PREFIX}(\`{3,}|~{3,})(.*)$`);
const OPENING = new RegExp(`^(${PREFIX})(:{3,})[ \\t]*([A-Za-z][\\w-]*)(?:[ \\t]+([^\\s[{].*?))?[ \\t]*$`);
const SOURCE_CODE = new RegExp(`^(${PREFIX})(<SourceCode\\b[^>]*[^/]>|<SourceCode>)[ \\t]*$`);
const SOURCE_CODE_END = new RegExp(`^(${PREFIX})</SourceCode\\s*>[ \\t]*$`);
/** Longer than any fence inside the code. */
const LONG_FENCE = '~'.repeat(12);

/** Converts `:::info Title` to `:::info[Title]`, and `<SourceCode>` to a fence; line numbers do not change. Fenced code is not changed. */
export function rewriteLines(text: string): string {
  if (!text.includes(':::') && !text.includes('<SourceCode')) return text;
  const readFence = createFenceReader();
  let inSourceCode = false;
  const lines = text.split('\n');
  const lastEnd = lines.findLastIndex((line) => SOURCE_CODE_END.test(line));
  return lines
    .map((line, index) => {
      if (inSourceCode) {
        const end = SOURCE_CODE_END.exec(line);
        inSourceCode = !end;
        return end ? end[1] + LONG_FENCE : line;
      }
      if (readFence(line)) return line;
      const tag = SOURCE_CODE.exec(line);
      if (!tag || index > lastEnd) return line.replace(OPENING, labelled);
      inSourceCode = true;
      const attributes = scanTags(tag[2] ?? '')[0]?.attributes ?? [];
      const { lang, meta } = sourceCodeInfo(Object.fromEntries(attributes.map(({ name, value }) => [name, value])));
      return `${tag[1]}${LONG_FENCE}${lang} ${meta}`;
    })
    .join('\n');
}

function labelled(_: string, prefix: string, colons: string, name: string, label?: string): string {
  return prefix + colons + name + (label ? `[${label.replace(/[[\]\\]/g, '\\$&')}]` : '');
}

/** Returns a function that is called with each line in order, and detects fence markers and code in a fence. */
export function createFenceReader(): (line: string) => 'mark' | 'code' | undefined {
  let fence: string | undefined;
  return (line) => {
    const marks = FENCE.exec(line);
    if (!marks) return fence === undefined ? undefined : 'code';
    const before = fence;
    fence = nextFence(fence, marks[1] ?? '', marks[2] ?? '');
    return before !== undefined && fence === before ? 'code' : 'mark';
  };
}

function nextFence(open: string | undefined, marks: string, rest: string): string | undefined {
  if (open === undefined) return marks[0] === '`' && rest.includes('`') ? undefined : marks;
  const closes = marks[0] === open[0] && marks.length >= open.length && rest.trim() === '';
  return closes ? undefined : open;
}
