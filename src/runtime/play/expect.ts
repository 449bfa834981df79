/** `expect` of Vitest and jest-dom, which never waits: https://vitest.dev/api/expect, https://testing-library.com/docs/ecosystem-jest-dom */
import { ownValue } from '../../shared/own-value.ts';
import { previewCall } from '../playground/preview.ts';
import { collapse, isDisabled, isVisible, nameOf, roleOf } from '../steps/element-facts.ts';
import { checkedOf } from '../steps/run-steps.ts';
import { StepError } from '../steps/step-error.ts';
import { printValue } from '../steps/targets.ts';
import { shownValues } from './queries.ts';

/** An asymmetric matcher, such as `expect.any(String)`. */
class Like {
  readonly holds: (value: unknown) => boolean;

  constructor(holds: (value: unknown) => boolean) {
    this.holds = holds;
  }
}

interface Spied {
  mock: { calls: unknown[][]; results: { type: string; value: unknown }[] };
}

type Matcher = (actual: never, ...given: never[]) => boolean;

/** Compares data deeply. `partial`: objects may have additional properties. */
function equals(actual: unknown, wanted: unknown, partial = false): boolean {
  if (wanted instanceof Like) return wanted.holds(actual);
  if (Object.is(actual, wanted)) return true;
  if (typeof actual !== 'object' || typeof wanted !== 'object' || actual === null || wanted === null) return false;
  if (actual instanceof Node || wanted instanceof Node) return false;
  if (actual instanceof Date && wanted instanceof Date) return Number(actual) === Number(wanted);
  if (actual instanceof RegExp) return String(actual) === String(wanted);
  if (actual instanceof Error) return wanted instanceof Error && actual.message === wanted.message;
  if (actual instanceof Map || actual instanceof Set)
    return wanted instanceof actual.constructor && equals([...actual], [...(wanted as Set<unknown>)], partial);
  if (Array.isArray(actual) !== Array.isArray(wanted)) return false;
  if (Array.isArray(actual) && actual.length !== (wanted as unknown[]).length) return false;
  const [own, other] = [actual, wanted] as Record<string, unknown>[];
  const keys = [...Object.keys(other ?? {}), ...(partial ? [] : Object.keys(own ?? {}))];
  return keys.every((key) => equals(own?.[key], other?.[key], partial));
}

const matchText = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? text.includes(wanted) : text.search(wanted) !== -1;
const like = (value: unknown, wanted: unknown): boolean =>
  wanted instanceof RegExp ? wanted.test(String(value)) : equals(value, wanted);
const textOf = (element: Element): string => collapse(element.textContent ?? '');
const calls = (spy: Spied): unknown[][] => spy.mock.calls;
const returned = ({ mock }: Spied): unknown[] =>
  mock.results.filter(({ type }) => type === 'return').map(({ value }) => value);

const VALUES: Record<string, Matcher> = {
  toBe: (actual: unknown, wanted: unknown) => Object.is(actual, wanted),
  toEqual: (actual: unknown, wanted: unknown) => equals(actual, wanted),
  toStrictEqual: (actual: unknown, wanted: unknown) => equals(actual, wanted),
  toMatchObject: (actual: unknown, wanted: unknown) => equals(actual, wanted, true),
  toBeTruthy: (actual: unknown) => Boolean(actual),
  toBeFalsy: (actual: unknown) => !actual,
  toBeNull: (actual: unknown) => actual === null,
  toBeUndefined: (actual: unknown) => actual === undefined,
  toBeDefined: (actual: unknown) => actual !== undefined,
  toBeNaN: (actual: unknown) => Number.isNaN(actual),
  toBeGreaterThan: (actual: number, wanted: number) => actual > wanted,
  toBeGreaterThanOrEqual: (actual: number, wanted: number) => actual >= wanted,
  toBeLessThan: (actual: number, wanted: number) => actual < wanted,
  toBeLessThanOrEqual: (actual: number, wanted: number) => actual <= wanted,
  toBeCloseTo: (actual: number, wanted: number, digits = 2) => Math.abs(actual - wanted) < 10 ** -digits / 2,
  toBeInstanceOf: (actual: unknown, wanted: new () => unknown) => actual instanceof wanted,
  toBeTypeOf: (actual: unknown, wanted: string) => typeof actual === wanted,
  toContain: (actual: string | Iterable<unknown>, wanted: unknown) =>
    typeof actual === 'string' ? actual.includes(String(wanted)) : [...actual].includes(wanted),
  toContainEqual: (actual: Iterable<unknown>, wanted: unknown) => [...actual].some((one) => equals(one, wanted)),
  toHaveLength: ({ length }: { length: number }, wanted: number) => length === wanted,
  toHaveProperty(actual: object, path: string | string[], ...wanted: unknown[]) {
    let found: unknown = actual;
    for (const key of Array.isArray(path) ? path : path.split('.')) {
      if (!(key in Object(found))) return false;
      found = (found as Record<string, unknown>)[key];
    }
    return wanted.length === 0 || equals(found, wanted[0]);
  },
  toMatch: (actual: string, wanted: string | RegExp) => matchText(actual, wanted),
  toThrow(actual: () => unknown, wanted?: unknown) {
    try {
      actual();
      return false;
    } catch (error) {
      const { message } = error as Error;
      if (typeof wanted === 'function') return error instanceof wanted;
      return wanted === undefined || matchText(message, wanted instanceof Error ? wanted.message : (wanted as string));
    }
  },
  toHaveBeenCalled: (spy: Spied) => calls(spy).length > 0,
  toHaveBeenCalledOnce: (spy: Spied) => calls(spy).length === 1,
  toHaveBeenCalledTimes: (spy: Spied, count: number) => calls(spy).length === count,
  toHaveBeenCalledWith: (spy: Spied, ...given: unknown[]) => calls(spy).some((call) => equals(call, given)),
  toHaveBeenLastCalledWith: (spy: Spied, ...given: unknown[]) => equals(calls(spy).at(-1), given),
  toHaveBeenNthCalledWith: (spy: Spied, nth: number, ...given: unknown[]) => equals(calls(spy)[nth - 1], given),
  toHaveBeenCalledExactlyOnceWith: (spy: Spied, ...given: unknown[]) => equals(calls(spy), [given]),
  toHaveReturned: (spy: Spied) => returned(spy).length > 0,
  toHaveReturnedTimes: (spy: Spied, count: number) => returned(spy).length === count,
  toHaveReturnedWith: (spy: Spied, value: unknown) => returned(spy).some((one) => equals(one, value)),
};

const ELEMENTS: Record<string, Matcher> = {
  toBeInTheDocument: (element: Element | null) => element?.isConnected === true,
  toBeVisible: (element: Element) => element.isConnected && isVisible(element),
  toBeDisabled: (element: Element) => element.matches(':disabled') || isDisabled(element),
  toBeEnabled: (element: Element) => !element.matches(':disabled'),
  toBeChecked: (element: Element) => checkedOf(element) === 'true',
  toBePartiallyChecked: (element: Element) => checkedOf(element) === 'mixed',
  toBeRequired: (element: Element) => element.matches(':required, [aria-required=true]'),
  toBeValid: (element: Element) => !element.matches(':invalid, [aria-invalid]:not([aria-invalid=false])'),
  toBeInvalid: (element: Element) => element.matches(':invalid, [aria-invalid]:not([aria-invalid=false])'),
  toBeEmptyDOMElement: (element: Element) => element.innerHTML.replace(/<!--[\s\S]*?-->/g, '') === '',
  toContainElement: (element: Element, other: Element | null) => element.contains(other),
  toContainHTML: (element: Element, html: string) => element.outerHTML.includes(html),
  toHaveAccessibleName: (element: Element, ...[name]: [unknown?]) =>
    name === undefined ? nameOf(element) !== '' : like(nameOf(element), name),
  toHaveAccessibleDescription: (element: Element, ...[text]: [unknown?]) =>
    text === undefined ? descriptionOf(element) !== '' : like(descriptionOf(element), text),
  toHaveErrorMessage: (element: Element, text: unknown) => like(textOfIds(element, 'aria-errormessage'), text),
  toHaveAttribute: (element: Element, name: string, ...wanted: unknown[]) =>
    element.hasAttribute(name) && (wanted.length === 0 || like(element.getAttribute(name), wanted[0])),
  toHaveClass(element: Element, ...given: unknown[]) {
    const names = given.filter((one) => typeof one === 'string').flatMap((one) => one.split(/\s+/));
    if (given.length === 0) return element.classList.length > 0;
    const patterns = given.filter((one) => one instanceof RegExp);
    return (
      names.every((name) => element.classList.contains(name)) &&
      patterns.every((pattern) => [...element.classList].some((name) => pattern.test(name)))
    );
  },
  toHaveFocus: (element: Element) => element.ownerDocument.activeElement === element,
  toHaveFormValues: (form: HTMLFormElement, wanted: Record<string, unknown>) =>
    Object.entries(wanted).every(([name, value]) => equals(fieldValue(form.elements.namedItem(name)), value)),
  toHaveStyle: (element: Element, css: string | Record<string, unknown>) =>
    Object.entries(typeof css === 'string' ? declarations(css) : css).every(([name, value]) =>
      hasStyle(element, name, String(value)),
    ),
  toHaveTextContent: (element: Element, wanted: string | RegExp) => matchText(textOf(element), wanted),
  toHaveValue: (element: Element, wanted: unknown) => equals(fieldValue(element), wanted),
  toHaveDisplayValue: (element: Element, wanted: unknown) =>
    [wanted].flat().every((one) => shownValues(element).some((value) => like(value, one))),
  toHaveRole: (element: Element, role: string) => roleOf(element) === role,
};

/** Older names. */
const ALIASES: Record<string, string> = {
  toThrowError: 'toThrow',
  toBeCalled: 'toHaveBeenCalled',
  toBeCalledTimes: 'toHaveBeenCalledTimes',
  toBeCalledWith: 'toHaveBeenCalledWith',
  lastCalledWith: 'toHaveBeenLastCalledWith',
  nthCalledWith: 'toHaveBeenNthCalledWith',
  toReturn: 'toHaveReturned',
  toBeInTheDOM: 'toBeInTheDocument',
  toBeEmpty: 'toBeEmptyDOMElement',
};

function descriptionOf(element: Element): string {
  return textOfIds(element, 'aria-describedby') || element.ariaDescription || element.getAttribute('title') || '';
}

function textOfIds(element: Element, attribute: string): string {
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.map((id) => collapse(element.ownerDocument.getElementById(id)?.textContent ?? '')).join(' ');
}

function fieldValue(field: Element | RadioNodeList | null): unknown {
  if (!(field instanceof Element)) return (field as RadioNodeList | null)?.value;
  const { type, value, checked } = field as HTMLInputElement;
  if (type === 'checkbox') return checked;
  if (type === 'number') return value === '' ? null : Number(value);
  if (type === 'select-multiple')
    return Array.from((field as unknown as HTMLSelectElement).selectedOptions, (option) => option.value);
  return value;
}

function declarations(css: string): Record<string, string> {
  const rows = css.split(';').map((row) => row.split(/:(.*)/s).map((text) => text.trim()));
  return Object.fromEntries(rows.filter(([name, value]) => name && value));
}

/** Compares the values that the browser computes for both. */
function hasStyle(element: Element, name: string, value: string): boolean {
  const property = name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const probe = element.cloneNode(false) as HTMLElement;
  probe.style.setProperty(property, value);
  element.after(probe);
  const wanted = getComputedStyle(probe).getPropertyValue(property);
  probe.remove();
  return getComputedStyle(element).getPropertyValue(property) === wanted;
}

/** Describes a value in a message: `button "Save"` for an element. */
function show(value: unknown): string {
  if (value instanceof Element) {
    const [role, name] = [roleOf(value), nameOf(value)];
    return role === 'generic' ? `<${value.localName}>` : name ? `${role} "${name}"` : role;
  }
  if (value instanceof Like) return 'a matching value';
  return typeof value === 'string' || value instanceof RegExp ? printValue(value) : previewCall([value]);
}

type Expectations = Record<string, (...given: unknown[]) => unknown>;

function expectationsOf(actual: unknown, isNot = false): Expectations {
  const check = (name: string, given: unknown[]): void => {
    const key = ownValue(ALIASES, name) ?? name;
    const ofElement = ownValue(ELEMENTS, key);
    const holds = ofElement ?? ownValue(VALUES, key);
    if (!holds) throw new StepError(`\`expect(…).${name}\` is not known here`);
    const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const expected = [isNot ? `not ${words}` : words, ...given.map(show)].join(' ');
    const isMissing = ofElement !== undefined && !(actual instanceof Element);
    const isSpied = !/Called|Returned/.test(key) || (actual as Partial<Spied> | undefined)?.mock !== undefined;
    const element = actual instanceof Element ? { element: actual } : {};
    if (!isSpied) throw new StepError(`Expected a function of \`fn()\`, not ${show(actual)}`);
    // Only an expectation of absence can be met without an element.
    const isMet = isMissing
      ? isNot && key === 'toBeInTheDocument'
      : holds(actual as never, ...(given as never[])) !== isNot;
    if (isMet) return;
    const called = /Called/.test(key) && calls(actual as Spied).map((call) => previewCall(call));
    const evidence = called ? { value: called.join('\n') || 'no call' } : {};
    throw new StepError(`Expected ${show(actual)} ${expected}`, { expected, ...evidence, ...element });
  };
  const later = (settle: () => Promise<unknown>, not = isNot): Expectations =>
    new Proxy({} as Expectations, {
      get: (_, name: string) =>
        name === 'not'
          ? later(settle, !not)
          : async (...given: unknown[]) => expectationsOf(await settle(), not)[name]?.(...given),
    });
  return new Proxy({} as Expectations, {
    get(_, name: string) {
      if (name === 'not') return expectationsOf(actual, !isNot);
      if (name === 'resolves') return later(async () => await actual);
      if (name === 'rejects') return later(() => rejection(actual));
      return (...given: unknown[]) => check(name, given);
    },
  });
}

async function rejection(promise: unknown): Promise<unknown> {
  try {
    await (typeof promise === 'function' ? promise() : promise);
  } catch (error) {
    return error;
  }
  throw new StepError('Expected a promise to reject');
}

const isA = (value: unknown, type: unknown): boolean =>
  [String, Number, Boolean, Function, Object, Symbol, BigInt].includes(type as never)
    ? typeof value === (type as { name: string }).name.toLowerCase()
    : value instanceof (type as new () => unknown);
const asymmetric = (isNot: boolean) => {
  const create = (holds: (value: unknown) => boolean): Like => new Like((value) => holds(value) !== isNot);
  return {
    any: (type: unknown) => create((value) => isA(value, type)),
    anything: () => create((value) => value !== null && value !== undefined),
    objectContaining: (wanted: object) => create((value) => equals(value, wanted, true)),
    arrayContaining: (wanted: unknown[]) =>
      create(
        (value) => Array.isArray(value) && wanted.every((one) => value.some((other: unknown) => equals(other, one))),
      ),
    stringContaining: (wanted: string) => create((value) => typeof value === 'string' && value.includes(wanted)),
    stringMatching: (wanted: string | RegExp) =>
      create((value) => typeof value === 'string' && matchText(value, wanted)),
    closeTo: (wanted: number, digits = 2) => create((value) => Math.abs(Number(value) - wanted) < 10 ** -digits / 2),
  };
};

export const expect: unknown = Object.assign((actual: unknown) => expectationsOf(actual), {
  ...asymmetric(false),
  not: asymmetric(true),
  extend: () => undefined,
  assertions: () => undefined,
  hasAssertions: () => undefined,
});
