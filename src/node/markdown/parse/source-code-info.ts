import { decodeEntities } from '../../base/html-text.ts';

/** Marker in the meta of a code node that was written as `<SourceCode>`: it is never a demo, and its text is HTML. */
const MARK = '| pure SourceCode';

/** Returns the fence info that is equivalent to a `<SourceCode>` tag. */
export function sourceCodeInfo(props: { lang?: unknown; title?: unknown }): { lang: string; meta: string } {
  const title = typeof props.title === 'string' ? `[${props.title}] ` : '';
  return { lang: typeof props.lang === 'string' ? props.lang : '', meta: title + MARK };
}

/** Returns the text of a code node. For `<SourceCode>`, decodes character references and removes the common indentation. */
export function codeText(value: string, meta: string | null | undefined): string {
  return meta?.endsWith(MARK) ? dedent(decodeEntities(value)) : value;
}

function dedent(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(shared)).join('\n');
}
