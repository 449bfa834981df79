import { type RemoteValue, replacedText, withoutTrailingSpace } from '../console-text.ts';
import { createMessageList, isFavicon, type PageMessage } from '../page-messages.ts';

export interface LogEntry {
  type: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  /** Name of the console's function. */
  method?: string;
  args?: BidiValue[];
  text: string | null;
  /** Browsing context, such as the page or a frame. */
  source: { context?: string };
  stackTrace?: { callFrames: { url: string }[] };
}

export interface BidiValue {
  type: string;
  value?: unknown;
}

/** A promise of the page that was rejected without a handler, or has got a handler since then. */
export interface Rejection {
  text: string;
  isHandled: boolean;
}

const CONSOLE_RULES: Record<string, PageMessage['rule']> = {
  error: 'console-error',
  assert: 'console-error',
  warn: 'console-warning',
};
/** Messages of Firefox itself. The log represents them as uncaught errors. */
const BROWSER_MESSAGE = /^(?:Content-Security-Policy:|Cross-Origin Request Blocked:|Cookie “)/;
const MOST_PROPERTIES = 5;

export type FirefoxMessages = ReturnType<typeof createFirefoxMessages>;

/** The log does not distinguish rejections from errors, so a script in the page reports rejections as well. */
export function createFirefoxMessages() {
  const messages = createMessageList<{ thrown?: string }>();
  const rejections: Rejection[] = [];
  return {
    addEntry({ type, level, method = '', args = [], text, stackTrace }: LogEntry): void {
      const scripts = stackTrace?.callFrames.map(({ url }) => url).filter(Boolean) ?? [];
      const consoleRule = CONSOLE_RULES[method];
      if (type === 'console' && consoleRule)
        messages.add({ rule: consoleRule, text: consoleText(args, text ?? ''), scripts });
      if (type !== 'javascript' || (level !== 'error' && level !== 'warn') || text?.split(' ').some(isFavicon)) return;
      const shown = withoutTrailingSpace((text ?? '').replace(/^uncaught exception: /, ''));
      if (level === 'warn') messages.add({ rule: 'console-warning', text: shown, scripts });
      else if (BROWSER_MESSAGE.test(shown)) messages.add({ rule: 'console-error', text: shown, scripts });
      else messages.add({ rule: 'uncaught', text: shown, scripts, thrown: shown });
    },
    addRejection(rejection: Rejection): void {
      rejections.push(rejection);
    },
    take(): PageMessage[] {
      let taken = messages.take();
      for (const { text, isHandled } of rejections.splice(0)) {
        const message = taken.find(({ thrown }) => thrown === text);
        if (!message) continue;
        if (isHandled) taken = taken.filter((one) => one !== message);
        else if (message.rule === 'uncaught') message.rule = 'unhandled-rejection';
      }
      return taken.map(({ thrown: _, ...message }) => message);
    },
  };
}

/** Only Firefox's own text contains the messages of errors. */
function consoleText(args: BidiValue[], logged: string): string {
  const hasObject = args.some(({ type }) => type === 'object');
  const hasError = args.some(({ type }) => type === 'error');
  return hasObject && !hasError ? replacedText(args.map(toRemoteValue)) : withoutTrailingSpace(logged);
}

function toRemoteValue({ type, value }: BidiValue): RemoteValue {
  if (type === 'null') return { type: 'object', subtype: 'null' };
  if (type === 'bigint') return { type, unserializableValue: `${value}n` };
  if (type === 'object' && Array.isArray(value)) {
    const properties = (value as [unknown, BidiValue][]).map(([name, property]) => {
      const shown = toRemoteValue(property);
      return { name: String(name), type: shown.type, value: String(shown.value ?? shown.description ?? shown.type) };
    });
    const overflow = properties.length > MOST_PROPERTIES;
    return { type, description: 'Object', preview: { overflow, properties: properties.slice(0, MOST_PROPERTIES) } };
  }
  if (Array.isArray(value)) return { type: 'object', subtype: type, description: `${nameOf(type)}(${value.length})` };
  if (['string', 'number', 'boolean', 'undefined'].includes(type)) return { type, value };
  return { type: 'object', subtype: type, description: nameOf(type) };
}

const nameOf = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);
