import ts from 'typescript';
import type { ApiTags } from '../../shared/api.ts';

/** What a doc comment says. */
export interface DocComment extends ApiTags {
  /** Markdown. */
  description: string;
  /** Text of `@default` or `@defaultValue`. */
  default?: string;
  private?: true;
  /** Marked `@internal`, `@hidden` or `@ignore`: it is not shown. */
  hidden: boolean;
}

const RELEASES = ['alpha', 'beta', 'experimental'] as const;
const HIDDEN = ['internal', 'hidden', 'ignore'];

/** Reads the doc comment of a symbol; one that has none may inherit that of the member it overrides. */
export function readDocComment(checker: ts.TypeChecker, symbol: ts.Symbol): DocComment {
  const tags = new Map<string, string>();
  for (const { name, text } of symbol.getJsDocTags(checker)) {
    if (!tags.has(name)) tags.set(name, toMarkdown(text));
  }
  const release = RELEASES.find((name) => tags.has(name));
  const deprecated = tags.get('deprecated');
  const since = tags.get('since');
  const value = valueIn(tags.get('default') || tags.get('defaultValue') || '');
  return {
    description: toMarkdown(symbol.getDocumentationComment(checker)),
    hidden: HIDDEN.some((name) => tags.has(name)),
    ...(release && { release }),
    ...(deprecated !== undefined && { deprecated: deprecated || true }),
    ...(since && { since }),
    ...(value && { default: value }),
    ...(tags.has('private') && { private: true }),
  };
}

/** The tags alone, for a row. */
export function tagsOf({ release, deprecated, since }: ApiTags): ApiTags {
  return { ...(release && { release }), ...(deprecated !== undefined && { deprecated }), ...(since && { since }) };
}

/** Text of a comment with its `{@link}` tags as Markdown. */
function toMarkdown(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  return ts
    .displayPartsToString(parts as ts.SymbolDisplayPart[] | undefined)
    .replace(/\r\n?/g, '\n')
    .replace(/\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*)\}/g, (_, target: string, text: string) => {
      const label = text.trim();
      if (!/^https?:\/\//.test(target)) return label || `\`${target}\``;
      return label ? `[${label}](${target})` : `<${target}>`;
    })
    .trim();
}

/** A value without the backticks or the fence around it; a string in double quotes, as in types. */
function valueIn(text: string): string {
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1];
  const value = (fenced ?? /^`([^`]*)`$/.exec(text)?.[1] ?? text).trim();
  return value.replace(/^'([^'"\\]*)'$/, '"$1"');
}
