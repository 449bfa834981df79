import '../runtime/dev-tools.ts';
import { followServer } from '../runtime/dev/follow-server.ts';
import { mapStack } from '../runtime/dev/map-stack.ts';
import { createPageFollower } from '../runtime/dev/page-follower.ts';
import { startRefresh } from '../runtime/dev/react-refresh.ts';
import { DEV_EVENTS, DEV_SCRIPT } from '../shared/dev-protocol.ts';
import { DEMO_ATTRIBUTE, TOKEN_ATTRIBUTE } from '../shared/dom-contract.ts';
import { describeDemoMismatch } from '../shared/hydration-mismatch.ts';

/** Start of React's message about mismatches in attributes only. React passes other mismatches to the root's error handler. */
const ATTRIBUTES = 'A tree hydrated but some attributes';

/**
 * Adds the demo and the element to messages about attributes that differ from a demo's HTML. React logs these messages
 * itself: it does not render the demo again, so it calls no error handler.
 */
function nameAttributeMismatches(): void {
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

/** Scripts whose stack frames users do not need: the runtime, React. Frames of packages are kept. */
const isOwnScript = (source: string): boolean => /\/assets\/(chunk|runtime|react|router|modules)-/.test(source);

Object.assign(globalThis, { cascaderDocsEnvironment: 'development' });
nameAttributeMismatches();
window.cascaderDocsDev = {
  ...startRefresh(),
  mapStack: (stack) => mapStack(stack, async (url) => await (await fetch(url)).text(), isOwnScript),
};

const script = document.querySelector<HTMLScriptElement>(`script[${TOKEN_ATTRIBUTE}]`);
if (script) {
  const url = new URL(script.src.replace(DEV_SCRIPT, DEV_EVENTS));
  url.searchParams.set('token', script.getAttribute(TOKEN_ATTRIBUTE) ?? '');
  // Boot has not run yet, so the document is unchanged since it was served.
  followServer(url.href, createPageFollower());
}
