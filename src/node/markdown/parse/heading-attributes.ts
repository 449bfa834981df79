import type { Element } from 'hast';

/** Matches `{#id}` or `{#id .class}` at the end of a heading. In MDX, where braces are code, authors write `\{#id}`. */
const ATTRIBUTES = /\s*\{\s*#([^\s{}#"'<>`]+)((?:\s+\.[\w-]+)*)\s*\}\s*$/;

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

export function withoutHeadingAttributes(text: string): string {
  return text.replace(ATTRIBUTES, '');
}
