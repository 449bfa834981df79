import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { describeMismatch, MISMATCH_FIX } from '../../../shared/hydration-mismatch.ts';
import type { Finding } from './types.ts';

export interface PageMessage {
  rule: 'console-error' | 'console-warning' | 'uncaught' | 'unhandled-rejection' | 'hydration';
  text: string;
  /** URLs of the scripts on the stack, innermost first. */
  scripts: string[];
}

export interface MessageCollector {
  take(): PageMessage[];
  readonly any: boolean;
}

/** Maximum number of messages per page, so that a page that logs endlessly does not fill the memory. */
const MOST_MESSAGES = 10_000;

/** Matches React's message about a crash that the site's own crash box shows. The crash itself is found in the box. */
const SHOWN_BY_CRASH_BOX = /using the error boundary you provided, CrashBoundary/;
/** Matches a message that depends on how long the page takes to load, and that is not about a demo. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used within a few seconds/;
/** Matches the origin of a local server. The origin is removed so that URLs are the same in every run. */
const SERVER = /http:\/\/127\.0\.0\.1:\d+/g;
const HYDRATION = /\bhydrat(?:ed|ing|ion)\b/i;

/** Collects the messages since the last call of `take`. A message about hydration gets the rule `hydration`. */
export async function collectMessages(page: Page): Promise<MessageCollector> {
  let messages: (PageMessage & { exceptionId?: number })[] = [];
  const add = (message: (typeof messages)[number]): void => {
    const text = message.text.replace(SERVER, '');
    if (
      messages.length >= MOST_MESSAGES ||
      [SHOWN_BY_CRASH_BOX, UNUSED_PRELOAD].some((unwanted) => unwanted.test(text))
    )
      return;
    messages.push({ ...message, text, rule: HYDRATION.test(text) ? 'hydration' : message.rule });
  };
  const revoke = (exceptionId: number): void => {
    messages = messages.filter((message) => message.exceptionId !== exceptionId);
  };
  if (page.context().browser()?.browserType().name() === 'chromium') await listenInDevTools(page, { add, revoke });
  else listen(page, add);
  return {
    take: () => messages.splice(0).map(({ exceptionId: _id, ...message }) => message),
    get any() {
      return messages.length > 0;
    },
  };
}

/** Listens with DevTools: only DevTools distinguishes rejections from errors, provides stacks, and continues when the page hangs. */
async function listenInDevTools(
  page: Page,
  {
    add,
    revoke,
  }: { add: (message: PageMessage & { exceptionId?: number }) => void; revoke: (exceptionId: number) => void },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const rule = CONSOLE_RULES[type];
    if (rule) add({ rule, text: consoleText(args as RemoteValue[]), scripts: scriptsOf(stackTrace) });
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, exceptionId, stackTrace, url } }) => {
    const rule = text.includes('in promise') ? 'unhandled-rejection' : 'uncaught';
    const scripts = [...scriptsOf(stackTrace), ...(url ? [url] : [])];
    add({ rule, text: thrownText(exception as RemoteValue | undefined) || text, scripts, exceptionId });
  });
  // The rejection was handled later.
  session.on('Runtime.exceptionRevoked', ({ exceptionId }) => revoke(exceptionId));
  // These are messages of the browser itself: failed requests, CSP violations, deprecations.
  session.on('Log.entryAdded', ({ entry: { level, text, url, stackTrace } }) => {
    if ((level !== 'error' && level !== 'warning') || (url !== undefined && isFavicon(url))) return;
    const scripts = [...scriptsOf(stackTrace), ...(url ? [url] : [])];
    add({ rule: `console-${level}`, text: url && !text.includes(url) ? `${text} (${url})` : text, scripts });
  });
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')]);
}

/** Listens in other browsers, where a rejection counts as an error even if it gets a handler later. */
function listen(page: Page, add: (message: PageMessage) => void): void {
  page.on('console', (message) => {
    const rule = CONSOLE_RULES[message.type()];
    const { url } = message.location();
    if (rule && !isFavicon(url)) add({ rule, text: message.text(), scripts: url ? [url] : [] });
  });
  page.on('pageerror', ({ name, message, stack = '' }) => {
    const scripts = Array.from(stack.matchAll(/(https?:[^\s()@]+):\d+:\d+/g), ([, url = '']) => url);
    add({ rule: 'uncaught', text: name ? `${name}: ${message}` : message, scripts });
  });
}

/** Returns true for the site's icon, which is requested by the browser and not by the page. */
function isFavicon(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === '/favicon.ico';
}

const CONSOLE_RULES: Record<string, PageMessage['rule']> = {
  error: 'console-error',
  assert: 'console-error',
  warning: 'console-warning',
};

interface StackTrace {
  callFrames: { url: string }[];
  parent?: StackTrace;
}

function scriptsOf(stack: StackTrace | undefined): string[] {
  if (!stack) return [];
  return [...stack.callFrames.map(({ url }) => url).filter(Boolean), ...scriptsOf(stack.parent)];
}

export function toFinding({ rule, text }: PageMessage, place: Finding['place']): Finding {
  const mismatch = rule === 'hydration' ? describeMismatch(text) : undefined;
  return { rule, place, message: mismatch === undefined ? text : `${mismatch}\n${MISMATCH_FIX}\n${text}` };
}

/** The properties that are read from DevTools' remote objects. */
export interface RemoteValue {
  type: string;
  subtype?: string;
  value?: unknown;
  unserializableValue?: string;
  description?: string;
  preview?: { overflow: boolean; properties: { name: string; value?: string; type: string }[] };
}

/** Returns the text of a console message. Placeholders such as `%s` are replaced, and errors have no stack. */
export function consoleText(args: RemoteValue[]): string {
  const [first, ...rest] = args.map(valueText);
  // Node's `format` would quote the value for `%o`.
  const pattern = typeof first === 'string' ? first.replace(/%[oO]/g, '%s') : first;
  return withoutTrailingSpace(format(pattern, ...rest));
}

export function thrownText(thrown: RemoteValue | undefined): string {
  return thrown ? withoutTrailingSpace(String(valueText(thrown))) : '';
}

function valueText({ type, subtype, value, unserializableValue, description, preview }: RemoteValue): unknown {
  if (subtype === 'error') return withoutStack(description ?? '');
  if (type === 'object' && subtype === undefined && preview) {
    const properties = preview.properties.map(
      ({ name, value, type }) => `${name}: ${type === 'string' ? JSON.stringify(value) : value}`,
    );
    return `{ ${[...properties, ...(preview.overflow ? ['…'] : [])].join(', ')} }`;
  }
  if (subtype === 'null') return null;
  return value ?? unserializableValue ?? description;
}

function withoutStack(text: string): string {
  return text.replace(/(?:\n {4}at .*)+/g, '');
}

function withoutTrailingSpace(text: string): string {
  return text.replace(/[^\S\n]+$/gm, '').trim();
}
