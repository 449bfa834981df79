import { getRole } from 'dom-accessibility-api';
import type { StepFailure } from '../../shared/steps.ts';
import { isExposed, isVisible, nameOf, roleOf, textOf } from './element-facts.ts';
import type { StepReporter } from './run-steps.ts';
import { type Evidence, StepError } from './step-error.ts';
import { elementsIn, type KnownTarget, printValue } from './targets.ts';
import type { StepApi, Target } from './types.ts';

/** Maximum number of elements that a message lists. */
const MOST_LISTED = 12;
/** Maximum length of HTML in a report. */
const MOST_HTML = 1000;

function describeFailure(
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
  // A state is printed with the expectation's name: `be checked: false`.
  const [, state] = /^(?:not )?to (be .*)$/.exec(expected) ?? [];
  if (state !== undefined) return `${state}: ${value}`;
  // An outline has several lines.
  return typeof value === 'string' && value.startsWith('\n')
    ? value
    : value === undefined
      ? undefined
      : printValue(value);
}

function focusOf(element: Element | null): string {
  return element && element !== element.ownerDocument.body
    ? `the focus is on ${describeElement(element)}`
    : 'nothing has the focus';
}

/** Lists what a target could have referred to: elements with its role, or else with any role; or the texts. */
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

export function createReporter(): StepReporter {
  let lastStack = '';
  /** Calls that have not ended, with their stacks. */
  const pending = new Map<Promise<unknown>, string>();
  /** Stacks of the calls whose errors the step may throw. */
  const stacks = new WeakMap<object, string>();
  const track = <Result>(call: Promise<Result>, stack: string): Promise<Result> => {
    pending.set(call, stack);
    call.then(
      () => pending.delete(call),
      (error: unknown) => {
        pending.delete(call);
        if (error instanceof StepError && !stacks.has(error)) stacks.set(error, stack);
      },
    );
    return call;
  };
  const watchAll = <Functions extends object>(functions: Functions, stackOf: () => string): Functions =>
    new Proxy(functions, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'function')
          return (...values: unknown[]) => {
            lastStack = stackOf();
            return track(value(...values) as Promise<void>, lastStack);
          };
        return typeof value === 'object' && value !== null ? watchAll(value, stackOf) : value;
      },
    });
  return {
    watch({ find, expect, ...others }: StepApi): StepApi {
      const watched = <Subject, Functions extends object>(create: (subject: Subject) => Functions) => {
        return (subject: Subject): Functions => {
          const stack = takeStack();
          return watchAll(create(subject), () => stack);
        };
      };
      return {
        ...watchAll(others, takeStack),
        find,
        expect: Object.assign(
          watched((target: Target) => expect(target)),
          { call: watched(expect.call) },
        ),
      };
    },
    unfinished() {
      const [stack] = pending.values();
      if (stack === undefined) return undefined;
      return { message: 'The step ended before this call was finished. Write `await` before it', stack };
    },
    describe(error, failure) {
      if (!(error instanceof StepError)) return failure;
      const { stack = stacks.get(error) ?? lastStack } = error.evidence;
      return describeFailure({ ...failure, stack }, error.evidence);
    },
  };
}

/** Returns the stack of the caller's caller. Browsers keep the first ten frames only, so this is called early. */
function takeStack(): string {
  return new Error('here').stack ?? '';
}
