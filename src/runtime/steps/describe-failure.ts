/** The runner for readers does not contain this. */
import { getRole } from 'dom-accessibility-api';
import type { StepFailure } from '../../shared/steps.ts';
import { isExposed, isVisible, nameOf, roleOf, textOf } from './element-facts.ts';
import type { Evidence } from './step-error.ts';
import { elementsIn, type KnownTarget, printValue } from './targets.ts';

/** Maximum number of elements that a message lists. */
const MOST_LISTED = 12;
/** Maximum length of HTML in a report. */
const MOST_HTML = 1000;

export function describeFailure(
  failure: StepFailure,
  { expected, element, found, cover, ...evidence }: Evidence,
): StepFailure {
  const actual = actualOf({ ...evidence, ...(expected !== undefined && { expected }), ...(found && { found }) });
  const html = element ?? evidence.counted?.[0];
  const isAmbiguous = found !== undefined && element === undefined;
  return {
    ...failure,
    message: [
      failure.message,
      ...(cover ? [` by ${describeElement(cover)}`] : []),
      ...(isAmbiguous ? ['. Use a longer name, `exact`, `nth()`, or `find` in a parent'] : []),
    ].join(''),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(html && { html: shorten(html.outerHTML, MOST_HTML) }),
  };
}

function actualOf({ expected = '', value, found, counted, missing }: Evidence): string | undefined {
  if (missing) {
    const others = othersOf(missing);
    return others.length > 0 ? `There is: ${others.join(', ')}` : undefined;
  }
  if (found) return listElements(found).join(', ');
  if (counted) return counted.length > 0 ? `${counted.length}: ${listElements(counted).join(', ')}` : 'nothing matches';
  if (expected.endsWith('have the focus')) return focusOf(value as Element | null);
  // A state has the name of the expectation: `be checked: false`.
  const [, state] = /^(?:not )?to (be .*)$/.exec(expected) ?? [];
  if (state !== undefined) return `${state}: ${value}`;
  return value === undefined ? undefined : printValue(value);
}

function focusOf(element: Element | null): string {
  return element && element !== element.ownerDocument.body
    ? `the focus is on ${describeElement(element)}`
    : 'nothing has the focus';
}

/** Lists what a target could have meant: the elements with its role, or else the roles that exist; or the texts. */
function othersOf({ scope, kind, role }: KnownTarget): string[] {
  if (kind === 'css') return [];
  if (kind === 'text') return scope.roots().map((root) => `"${textOf(root).slice(0, 200)}"`);
  const exposed = elementsIn(scope).filter(
    (element) => roleOf(element) !== 'generic' && isVisible(element) && isExposed(element),
  );
  const same = exposed.filter((element) => roleOf(element) === role);
  return listElements(same.length > 0 ? same : exposed);
}

function listElements(elements: Element[]): string[] {
  const texts = [...new Set(elements.map(describeElement))];
  const more = texts.length - MOST_LISTED;
  return more > 0 ? [...texts.slice(0, MOST_LISTED), `${more} more`] : texts;
}

/** Describes an element: `button "Save"`, or `<span class="arrow">` without a role. */
function describeElement(element: Element): string {
  const role = getRole(element);
  if (!role) return startTag(element);
  const name = nameOf(element);
  return name ? `${role} "${shorten(name, 80)}"` : role;
}

function startTag(element: Element): string {
  const text = (element.cloneNode(false) as Element).outerHTML;
  return shorten(text.replace(/<\/[^>]*>$/, ''), 120);
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
