/** Testing Library's queries, which find elements immediately: https://testing-library.com/docs/queries/about */
import { collapse, isExposed, nameOf, roleOf } from '../steps/element-facts.ts';
import { checkedOf, stateOf } from '../steps/run-steps.ts';
import { StepError } from '../steps/step-error.ts';
import { createFind, elementsIn, printValue, type Scope } from '../steps/targets.ts';

export type Matcher = string | number | RegExp | ((text: string, element: Element) => boolean);

interface QueryOptions {
  exact?: boolean;
  hidden?: boolean;
  name?: Matcher;
  description?: Matcher;
  level?: number;
  selector?: string;
  ignore?: string | boolean;
  [state: string]: unknown;
}

type Holds = (element: Element, matcher: Matcher, options: QueryOptions) => boolean;

/** States that a role can be found by. */
const STATES = ['selected', 'checked', 'pressed', 'expanded', 'busy', 'current'];

const QUERIES: Record<string, Holds> = {
  Role: (element, role, { name, description, hidden, level, ...states }) =>
    roleOf(element) === role &&
    (name === undefined || matches(nameOf(element), name, { element })) &&
    (description === undefined || matches(element.ariaDescription ?? '', description, { element })) &&
    (level === undefined || levelOf(element) === level) &&
    STATES.every((state) => states[state] === undefined || hasState(element, state, states[state])) &&
    (hidden === true || isExposed(element)),
  Text: (element, text, { exact, selector = '*', ignore = 'script, style' }) =>
    element.matches(selector) &&
    (typeof ignore !== 'string' || !element.matches(ignore)) &&
    matches(ownText(element), text, { element, exact }),
  LabelText: (element, text, { exact, selector = '*' }) =>
    element.matches(selector) && labelsOf(element).some((label) => matches(label, text, { element, exact })),
  PlaceholderText: ofAttribute('placeholder'),
  AltText: ofAttribute('alt'),
  Title: ofAttribute('title'),
  TestId: ofAttribute('data-testid'),
  DisplayValue: (element, text, { exact }) =>
    shownValues(element).some((value) => matches(value, text, { element, exact })),
};

function ofAttribute(name: string): Holds {
  return (element, text, { exact }) => {
    const value = element.getAttribute(name);
    return value !== null && matches(value, text, { element, exact });
  };
}

function matches(
  text: string,
  matcher: Matcher,
  { element, exact = true }: { element: Element; exact?: boolean | undefined },
): boolean {
  const found = collapse(text);
  if (typeof matcher === 'function') return matcher(found, element);
  if (matcher instanceof RegExp) return found.search(matcher) !== -1;
  const wanted = String(matcher);
  return exact ? found === wanted : found.toLowerCase().includes(wanted.toLowerCase());
}

function levelOf(element: Element): number {
  return Number(element.ariaLevel ?? /^h([1-6])$/i.exec(element.localName)?.[1]);
}

function hasState(element: Element, state: string, wanted: unknown): boolean {
  return (state === 'checked' ? checkedOf(element) : stateOf(element, state)) === String(wanted);
}

function ownText({ childNodes }: Element): string {
  return Array.from(childNodes, (node) => (node.nodeType === node.TEXT_NODE ? node.textContent : '')).join('');
}

function labelsOf(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const named = ids.map((id) => element.ownerDocument.getElementById(id));
  const labels = [...((element as HTMLInputElement).labels ?? []), ...named];
  const texts = labels.flatMap((label) => label?.textContent ?? []);
  return [...texts, ...(element.ariaLabel === null ? [] : [element.ariaLabel])];
}

export function shownValues(element: Element): string[] {
  if (element.matches('select'))
    return Array.from((element as HTMLSelectElement).selectedOptions, ({ textContent }) => textContent ?? '');
  return element.matches('input, textarea') ? [(element as HTMLInputElement).value] : [];
}

export type Queries = Record<string, (...given: unknown[]) => unknown>;

/** `wait` retries until an attempt does not throw. */
export function createQueries(
  scope: Scope,
  wait: <Result>(attempt: () => Result, options?: { timeout?: number }) => Promise<Result>,
): Queries {
  const queries = Object.entries(QUERIES).flatMap(([kind, holds]): [string, (...given: never[]) => unknown][] => {
    const all = (matcher: Matcher, options: QueryOptions = {}): Element[] =>
      elementsIn(scope).filter((element) => !scope.roots().includes(element) && holds(element, matcher, options));
    const one = (prefix: string) => (matcher: Matcher, options?: QueryOptions) => {
      const found = all(matcher, options);
      if (found.length === 1 || (prefix === 'query' && found.length === 0)) return found[0] ?? null;
      throw notOne({ call: `${prefix}By${kind}`, scope, matcher, options, found });
    };
    const some = (prefix: string) => (matcher: Matcher, options?: QueryOptions) => {
      const found = all(matcher, options);
      if (found.length > 0) return found;
      throw notOne({ call: `${prefix}AllBy${kind}`, scope, matcher, options, found });
    };
    return [
      [`queryAllBy${kind}`, all],
      [`queryBy${kind}`, one('query')],
      [`getBy${kind}`, one('get')],
      [`getAllBy${kind}`, some('get')],
      [`findBy${kind}`, (matcher, options, waiting) => wait(() => one('find')(matcher, options), waiting)],
      [`findAllBy${kind}`, (matcher, options, waiting) => wait(() => some('find')(matcher, options), waiting)],
    ];
  });
  return Object.fromEntries(queries) as Queries;
}

function notOne({
  call,
  scope,
  matcher,
  options = {},
  found,
}: {
  call: string;
  scope: Scope;
  matcher: Matcher;
  options: QueryOptions | undefined;
  found: Element[];
}): StepError {
  const given = [matcher, ...(options.name === undefined ? [] : [options.name])];
  const text = `${call}(${given.map((one) => (typeof one === 'function' ? 'function' : printValue(one))).join(', ')})`;
  if (found.length > 1)
    return new StepError(`${text} matches ${found.length} elements`, { expected: 'one element', found });
  const find = createFind(scope);
  const missing = call.endsWith('Role') ? find(String(matcher)) : find.text(String(matcher));
  return new StepError(`${text} matches nothing`, { missing: missing as never });
}
