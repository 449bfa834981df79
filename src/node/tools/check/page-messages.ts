import type { CDPSession, Page } from 'playwright-core';
import { describeMismatch, MISMATCH_FIX } from '../../../shared/hydration-mismatch.ts';
import { consoleText, type RemoteValue, thrownText } from './console-text.ts';
import type { Finding } from './types.ts';

export interface PageMessage {
  rule: 'console-error' | 'console-warning' | 'uncaught' | 'unhandled-rejection' | 'hydration';
  text: string;
  /** URLs of the scripts on the stack, the innermost first. */
  scripts: string[];
}

export interface MessageCollector {
  take(): PageMessage[];
  readonly any: boolean;
}

/** Maximum number of messages per page: a page that logs endlessly must not fill the memory. */
const MOST_MESSAGES = 10_000;

/** React's message about a crash that the site's own crash box shows. The crash is found in the box. */
const SHOWN_BY_CRASH_BOX = /using the error boundary you provided, CrashBoundary/;
/** Origin of a local server. It is removed so that URLs are the same in every run. */
const SERVER = /http:\/\/127\.0\.0\.1:\d+/g;
const HYDRATION = /\bhydrat(?:ed|ing|ion)\b/i;

/** Only DevTools distinguishes rejections from errors, provides the stacks, and continues when the page hangs. */
export async function collectMessages(page: Page): Promise<MessageCollector> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const messages = createMessageList<{ exceptionId?: number }>();
  const { add } = messages;
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const rule = CONSOLE_RULES[type];
    if (rule) add({ rule, text: consoleText(args as RemoteValue[]), scripts: scriptsOf(stackTrace) });
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, exceptionId, stackTrace, url } }) => {
    const rule = text.includes('in promise') ? 'unhandled-rejection' : 'uncaught';
    const scripts = [...scriptsOf(stackTrace), ...(url ? [url] : [])];
    add({ rule, text: thrownText(exception as RemoteValue | undefined) || text, scripts, exceptionId });
  });
  // A rejection that was handled after all.
  session.on('Runtime.exceptionRevoked', ({ exceptionId }) => {
    messages.remove((message) => message.exceptionId === exceptionId);
  });
  // Messages of the browser itself: failed requests, violations of the content security policy, deprecations.
  session.on('Log.entryAdded', ({ entry: { level, text, url, stackTrace } }) => {
    if ((level !== 'error' && level !== 'warning') || (url !== undefined && isFavicon(url))) return;
    const scripts = [...scriptsOf(stackTrace), ...(url ? [url] : [])];
    add({ rule: `console-${level}`, text: url && !text.includes(url) ? `${text} (${url})` : text, scripts });
  });
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')]);
  return {
    take: () => messages.take().map(({ exceptionId: _id, ...message }) => message),
    get any() {
      return messages.any;
    },
  };
}

/** `Details` are what the driver notes about a message. */
export interface MessageList<Details> {
  /** A message about hydration gets that rule. */
  add(message: PageMessage & Details): void;
  remove(isGone: (message: PageMessage & Details) => boolean): void;
  take(): (PageMessage & Details)[];
  readonly any: boolean;
}

export function createMessageList<Details>(): MessageList<Details> {
  let messages: (PageMessage & Details)[] = [];
  return {
    add(message) {
      const text = message.text.replace(SERVER, '');
      if (messages.length >= MOST_MESSAGES || SHOWN_BY_CRASH_BOX.test(text)) return;
      messages.push({ ...message, text, rule: HYDRATION.test(text) ? 'hydration' : message.rule });
    },
    remove(isGone) {
      messages = messages.filter((message) => !isGone(message));
    },
    take: () => messages.splice(0),
    get any() {
      return messages.length > 0;
    },
  };
}

/** Returns true for the site's icon, which the browser requests and not the page. */
export function isFavicon(url: string): boolean {
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
