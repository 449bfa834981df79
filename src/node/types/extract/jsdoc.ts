import type { ApiTags } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';

export interface DocComment extends ApiTags {
  description: string;
  /** Text of `@default` or `@defaultValue`. */
  default?: string;
  private?: true;
  returns?: string;
  examples?: string[];
  /** True for a symbol that is marked `@internal`, `@hidden` or `@ignore`, and therefore not shown. */
  hidden: boolean;
}

const RELEASES = ['alpha', 'beta', 'experimental'] as const;
const HIDDEN = ['internal', 'hidden', 'ignore'];

/** Reads a symbol's doc comment. A symbol without a comment may inherit the comment of the member that it overrides. */
export function readDocComment(checker: ts.Checker, symbol: ts.Symbol): DocComment {
  const tags = new Map<string, string>();
  const comment = ts.readComment(checker, symbol);
  for (const { name, text } of comment.tags) {
    if (!tags.has(name)) tags.set(name, toMarkdown(text));
  }
  const examples = comment.tags.flatMap(({ name, text }) => (name === 'example' ? exampleIn(toMarkdown(text)) : []));
  const returns = (tags.get('returns') ?? tags.get('return'))?.replace(/^-\s+/, '');
  const release = RELEASES.find((name) => tags.has(name));
  const deprecated = tags.get('deprecated');
  const since = tags.get('since');
  const value = valueIn(tags.get('default') || tags.get('defaultValue') || '');
  return {
    description: toMarkdown(comment.text),
    hidden: HIDDEN.some((name) => tags.has(name)),
    ...(release && { release }),
    ...(deprecated !== undefined && { deprecated: deprecated || true }),
    ...(since && { since }),
    ...(value && { default: value }),
    ...(tags.has('private') && { private: true }),
    ...(returns && { returns }),
    ...(examples.length > 0 && { examples: [...new Set(examples)] }),
  };
}

export function tagsOf({ release, deprecated, since }: ApiTags): ApiTags {
  return { ...(release && { release }), ...(deprecated !== undefined && { deprecated }), ...(since && { since }) };
}

/** Converts the text of a comment, including its `{@link}` tags, to Markdown. */
function toMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*)\}/g, (_, target: string, rest: string) => {
      const label = rest.trim();
      if (!/^https?:\/\//.test(target)) return label || `\`${target}\``;
      return label ? `[${label}](${target})` : `<${target}>`;
    })
    .trim();
}

function exampleIn(text: string): string[] {
  const [, caption = '', code = text] = /^<caption>([\s\S]*?)<\/caption>\s*([\s\S]*)$/.exec(text) ?? [];
  const isFenced = code === '' || /^ {0,3}(?:```|~~~)/m.test(code);
  return text === '' ? [] : [[caption, isFenced ? code : `\`\`\`tsx\n${code}\n\`\`\``].filter(Boolean).join('\n\n')];
}

/** Returns a value as source text. Strings get double quotes, as in types. */
function valueIn(text: string): string {
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1];
  const value = (fenced ?? /^`([^`]*)`$/.exec(text)?.[1] ?? text).trim();
  return value.replace(/^'([^'"\\]*)'$/, '"$1"');
}
