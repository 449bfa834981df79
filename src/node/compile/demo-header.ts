import { isMap, parseDocument } from 'yaml';

/** The front matter of a demo and how many characters of its code it takes. */
export interface DemoHeader {
  options: Record<string, unknown>;
  length: number;
}

/**
 * Reads the leading block comment of a demo as YAML. It is front matter only when it is a map whose keys are single
 * words: a comment in prose stays part of the code.
 */
export function readDemoHeader(code: string): DemoHeader {
  const comment = /^\s*\/\*\*([\s\S]*?)\*\/[ \t]*(?:\r?\n)*/.exec(code);
  const options = comment && parseOptions(comment[1] ?? '');
  return comment && options ? { options, length: comment[0].length } : { options: {}, length: 0 };
}

function parseOptions(comment: string): Record<string, unknown> | undefined {
  const yaml = comment
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n');
  try {
    const document = parseDocument(yaml, { schema: 'core', stringKeys: true });
    if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
    const entries = Object.entries(document.toJS({ maxAliasCount: 50 }) as Record<string, unknown>);
    return entries.every(([key]) => /^[A-Za-z][\w.-]*$/.test(key)) ? Object.fromEntries(entries) : undefined;
  } catch {
    // Too many aliases: not a header that anyone wrote by hand.
    return undefined;
  }
}
