import type { Element } from 'hast';

/** `{#id}` or `{#id .class}` at the end of a heading; in MDX, where braces are code, `\{#id}`. */
const ATTRIBUTES = /\s*\{\s*#([^\s{}#"'<>`]+)((?:\s+\.[\w-]+)*)\s*\}\s*$/;

/** Takes the id and the classes that an author wrote behind a heading out of its text, and gives them to the heading. */
export function readHeadingAttributes(heading: Element): void {
  const last = heading.children.at(-1);
  if (last?.type !== 'text') return;
  const [written, id, classes = ''] = ATTRIBUTES.exec(last.value) ?? [];
  if (written === undefined) return;
  last.value = last.value.slice(0, -written.length);
  heading.properties.id = id;
  const names = classes.split(/[\s.]+/).filter(Boolean);
  if (names.length > 0) heading.properties.className = names;
}

/** The text of a heading without them. */
export function withoutHeadingAttributes(text: string): string {
  return text.replace(ATTRIBUTES, '');
}
