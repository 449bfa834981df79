/** Returns text as inline code in Markdown, on one line. The text may contain backticks, as template literal types do. */
export function inlineCode(text: string): string {
  const shown = text.replace(/\s+/g, ' ').trim();
  const fence = '`'.repeat(Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  return shown.includes('`') ? `${fence} ${shown} ${fence}` : `\`${shown}\``;
}
