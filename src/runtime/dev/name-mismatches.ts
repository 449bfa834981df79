import { DEMO_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { describeDemoMismatch } from '../../shared/hydration-mismatch.ts';

/** Begin of React's message about attributes alone. Other differences reach the error handler of a root. */
const ATTRIBUTES = 'A tree hydrated but some attributes';

/**
 * Makes the messages about attributes that differ from a demo's HTML name the demo and the element. React logs these messages itself:
 * it does not render the demo again, so it calls no error handler.
 */
export function nameAttributeMismatches(): void {
  const log = console.error;
  console.error = (...values: unknown[]): void => {
    const text = textOf(values);
    const number = text.startsWith(ATTRIBUTES) ? /<Ready demo=\{(\d+)\}/.exec(text)?.[1] : undefined;
    const place = document.querySelectorAll(`[${DEMO_ATTRIBUTE}]`)[Number(number)];
    const described = place && describeDemoMismatch(text, place.getAttribute(DEMO_ATTRIBUTE) ?? '');
    if (described === undefined) log(...values);
    else log(described);
  };
}

/** Returns the text of logged values, with the values inserted for `%s`. */
function textOf([format, ...values]: unknown[]): string {
  return typeof format === 'string' ? format.replace(/%s/g, () => String(values.shift())) : '';
}
