import { isDisabled, isExposed, nameOf, roleOf } from '../element-facts.ts';
import { checkedOf, stateOf } from '../run-steps.ts';

/** Roles that assistive technology does not see. */
const PASSED = new Set(['generic', 'none', 'presentation']);
/** Roles whose content is their name: https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational */
const LEAVES = new Set(
  'button checkbox img menuitemcheckbox menuitemradio meter option progressbar radio scrollbar separator slider switch tab'.split(
    ' ',
  ),
);

/** Returns the outline of the accessibility tree of an element. Each line begins with `- `. */
export function outlineOf(element: Element): string {
  return linesOf(element, '').join('\n');
}

/** Removes the indentation of an outline in code. */
export function normalizeOutline(text: string): string {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}

function linesOf(element: Element, indent: string): string[] {
  if (!isExposed(element)) return [];
  const role = roleOf(element);
  const isPassed = PASSED.has(role);
  const name = isPassed ? '' : nameOf(element);
  const own = `${indent}- ${[role, ...(name ? [JSON.stringify(name)] : []), ...statesOf(element)].join(' ')}`;
  const inner = LEAVES.has(role)
    ? []
    : [...element.children].flatMap((child) => linesOf(child, isPassed ? indent : `${indent}  `));
  return isPassed ? inner : [own, ...inner];
}

function statesOf(element: Element): string[] {
  const states = {
    checked: checkedOf(element),
    disabled: String(isDisabled(element)),
    expanded: stateOf(element, 'expanded'),
    selected: stateOf(element, 'selected'),
  };
  return Object.entries(states).flatMap(([name, value]) =>
    value === 'true' ? `[${name}]` : value === 'mixed' ? `[${name}=mixed]` : [],
  );
}
