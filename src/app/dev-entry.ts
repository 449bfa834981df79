import { followServer } from '../runtime/dev/follow-server.ts';
import { mapStack } from '../runtime/dev/map-stack.ts';
import { nameAttributeMismatches } from '../runtime/dev/name-mismatches.ts';
import { createPageFollower } from '../runtime/dev/page-follower.ts';
import { startRefresh } from '../runtime/dev/react-refresh.ts';
import type {} from '../runtime/dev-tools.ts';
import { DEV_EVENTS, DEV_SCRIPT } from '../shared/dev-protocol.ts';
import { TOKEN_ATTRIBUTE } from '../shared/dom-contract.ts';

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
  const address = new URL(script.src.replace(DEV_SCRIPT, DEV_EVENTS));
  address.searchParams.set('token', script.getAttribute(TOKEN_ATTRIBUTE) ?? '');
  // Boot has not run yet, so the document is unchanged since it was served.
  followServer(address.href, createPageFollower());
}
