import { collapse, hasPattern, isExposed, isVisible, nameOf, roleOf, textOf } from './element-facts.ts';
import type { Find, FindOptions, Target } from './types.ts';

/** Where elements are looked up: the demo, then what it rendered elsewhere in the document. */
export interface Scope {
  roots(): Element[];
}

/** A target, and what the runner knows about it. */
export interface KnownTarget extends Target {
  /** Text of the target, such as `find('option', 'Rome')`. */
  readonly text: string;
  /** Returns the matching elements that are visible, in document order. */
  elements(): Element[];
  /** Returns the matching elements, including invisible ones. */
  all(): Element[];
  readonly scope: Scope;
  readonly kind: 'role' | 'text' | 'css';
  readonly role?: string;
}

export function createFind(scope: Scope, prefix = ''): Find {
  const byRole = (role: string, name?: string | RegExp, options: FindOptions = {}): Target =>
    createTarget({
      text: `${prefix}find(${[role, ...(name === undefined ? [] : [name])].map(printValue).join(', ')})`,
      all: () =>
        elementsIn(scope).filter(
          (element) => roleOf(element) === role && matches(() => nameOf(element), name, options),
        ),
      isShown: isExposed,
      kind: 'role',
      role,
      scope,
    });
  return Object.assign(byRole, {
    text: (text: string | RegExp, options: FindOptions = {}): Target =>
      createTarget({
        text: `${prefix}find.text(${printValue(text)})`,
        all: () => innermost(elementsIn(scope).filter((element) => matches(() => textOf(element), text, options))),
        isShown: isVisible,
        kind: 'text',
        scope,
      }),
    css: (selector: string): Target =>
      createTarget({
        text: `${prefix}find.css(${printValue(selector)})`,
        all: () => elementsIn(scope).filter((element) => element.matches(selector)),
        isShown: isVisible,
        kind: 'css',
        scope,
      }),
  });
}

interface TargetParts extends Omit<KnownTarget, keyof Target | 'elements'> {
  isShown(element: Element): boolean;
  index?: number;
}

function createTarget(parts: TargetParts): KnownTarget {
  const { text, all, isShown, index } = parts;
  const chosen = (elements: Element[]): Element[] =>
    index === undefined ? elements : elements.slice(index).slice(0, 1);
  const target: Omit<KnownTarget, 'find'> = {
    ...parts,
    all: () => chosen(all()),
    elements: () => chosen(all().filter(isShown)),
    nth: (at) => createTarget({ ...parts, text: `${text}.nth(${at})`, index: at }),
  };
  return { ...target, find: createFind({ roots: target.elements }, `${text}.`) };
}

/** Describes an element that is known already. */
export function targetOf(element: Element): KnownTarget {
  const text = nameOf(element) ? `${roleOf(element)} ${printValue(nameOf(element))}` : `<${element.localName}>`;
  const all = (): Element[] => [element];
  return createTarget({ text, all, isShown: isVisible, kind: 'css', scope: { roots: all } });
}

export function elementsIn(scope: Scope): Element[] {
  return [...new Set(scope.roots().flatMap((root) => [root, ...root.querySelectorAll('*')]))];
}

/** Removes elements that contain another element of the list. */
function innermost(elements: Element[]): Element[] {
  return elements.filter((element) => !elements.some((other) => other !== element && element.contains(other)));
}

/** Compares a text lazily, because computing a name takes long. */
function matches(read: () => string, wanted: string | RegExp | undefined, { exact = false }: FindOptions): boolean {
  if (wanted === undefined) return true;
  const text = read();
  if (typeof wanted !== 'string') return hasPattern(text, wanted);
  const part = collapse(wanted);
  return exact ? text === part : text.toLowerCase().includes(part.toLowerCase());
}

export function printValue(value: unknown): string {
  return value instanceof RegExp ? String(value) : typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Portals: children of the body that did not exist when this was called. */
export function scopeOf(root: Element): Scope {
  const { body } = root.ownerDocument;
  const known = new Set<Element>(body.children);
  return {
    roots: () =>
      root === body
        ? [body]
        : [root, ...[...body.children].filter((child) => !known.has(child) && !child.contains(root))],
  };
}
