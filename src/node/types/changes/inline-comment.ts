/** Returns Markdown of a comment for one line. Outside of code it has no HTML, and no links that are relative to the source. */
export function inlineComment(markdown: string): string {
  return markdown
    .replace(/\s+/g, ' ')
    .split(/(`+[^`]+`+)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\{@link(?:code|plain)? ([^\s}|]+)[^}]*\}/g, '`$1`')
            .replace(/!?\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1')
            .replaceAll('<', '\\<'),
    )
    .join('')
    .trim();
}
