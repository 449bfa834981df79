import type { CDPSession, Page } from 'playwright-core';
import { consoleText, type RemoteValue, thrownText } from './console-text.ts';
import type { Finding } from './types.ts';

/** Something that a page complained about. */
export interface PageMessage {
  rule: 'console-error' | 'console-warning' | 'uncaught' | 'unhandled-rejection' | 'hydration';
  text: string;
  /** URLs of the scripts on the stack, the innermost first. */
  scripts: string[];
}

/** Collects what a page complains about from now on. */
export interface MessageCollector {
  /** Takes the messages that have come since it was last called. */
  take(): PageMessage[];
  /** True when there are messages to take. */
  readonly any: boolean;
}

/** How many messages of a page are kept: one that writes without end must not fill the memory. */
const MOST_MESSAGES = 10_000;

/** React tells of a crash that the site's own box shows: it is found there. */
const SHOWN_BY_CRASH_BOX = /using the error boundary you provided, CrashBoundary/;
/** Origin of a server of this machine: without it URLs are the same in every run. */
const SERVER = /http:\/\/127\.0\.0\.1:\d+/g;
const HYDRATION = /\bhydrat(?:ed|ing|ion)\b/i;

/**
 * Listens to the console and to uncaught errors of a page and its frames. By the protocol of DevTools: it alone tells
 * rejections from errors and has the stacks, and it goes on when the page hangs.
 */
export async function collectMessages(page: Page): Promise<MessageCollector> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let messages: (PageMessage & { exceptionId?: number })[] = [];
  const add = (message: (typeof messages)[number]): void => {
    const text = message.text.replace(SERVER, '');
    if (messages.length >= MOST_MESSAGES || SHOWN_BY_CRASH_BOX.test(text)) return;
    messages.push({ ...message, text, rule: HYDRATION.test(text) ? 'hydration' : message.rule });
  };
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const rule = CONSOLE_RULES[type];
    if (rule) add({ rule, text: consoleText(args as RemoteValue[]), scripts: scriptsOf(stackTrace) });
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, exceptionId, stackTrace, url } }) => {
    const rule = text.includes('in promise') ? 'unhandled-rejection' : 'uncaught';
    const scripts = [...scriptsOf(stackTrace), ...(url ? [url] : [])];
    add({ rule, text: thrownText(exception as RemoteValue | undefined) || text, scripts, exceptionId });
  });
  // A rejection that somebody looked at after all.
  session.on('Runtime.exceptionRevoked', ({ exceptionId }) => {
    messages = messages.filter((message) => message.exceptionId !== exceptionId);
  });
  // What the browser itself says: requests that failed, violations of the content security policy, deprecations.
  session.on('Log.entryAdded', ({ entry: { level, text, url, stackTrace } }) => {
    if ((level !== 'error' && level !== 'warning') || isFavicon(url)) return;
    const scripts = [...scriptsOf(stackTrace), ...(url ? [url] : [])];
    add({ rule: `console-${level}`, text: url && !text.includes(url) ? `${text} (${url})` : text, scripts });
  });
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')]);
  return {
    take: () => messages.splice(0).map(({ exceptionId: _id, ...message }) => message),
    get any() {
      return messages.length > 0;
    },
  };
}

/** Asked for by the browser, not by the page. */
function isFavicon(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).pathname === '/favicon.ico';
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

/** A message as a finding. */
export function toFinding({ rule, text }: PageMessage, place: Finding['place']): Finding {
  return { rule, place, message: text };
}
