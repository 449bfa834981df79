import { DeadlineError, within } from '../deadline.ts';
import { READER } from '../reader.ts';
import type { BidiSession } from './bidi-session.ts';

/** A tab of Firefox, with the frames and windows that its page has opened. */
export interface FirefoxTarget {
  readonly context: string;
  /** Returns true for the tab, and for its frames and windows. */
  owns(context: string | undefined): boolean;
  send: BidiSession['send'];
  on<Event>(method: string, listener: (event: Event) => void): void;
  setViewport(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

interface CreatedEvent {
  context: string;
  userContext: string;
  parent: string | null;
}

/** Time limit to close a tab, in milliseconds. */
const CLOSING = 10_000;

/** A user context separates the storage of the tab from that of other tabs. */
export async function openFirefoxTarget({ send, on }: BidiSession): Promise<FirefoxTarget> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
  const contexts = new Set<string>();
  const listeners: (() => void)[] = [];
  let context = '';
  const target: FirefoxTarget = {
    get context() {
      return context;
    },
    owns: (one) => one !== undefined && contexts.has(one),
    send,
    on: (method, listener) => void listeners.push(on(method, listener)),
    async setViewport(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height }, devicePixelRatio: 1 });
    },
    async close() {
      try {
        await within(CLOSING, send('browser.removeUserContext', { userContext }));
      } catch (error) {
        // Without a browser, nothing is left to close.
        if (error instanceof DeadlineError) throw error;
      } finally {
        for (const stop of listeners) stop();
      }
    },
  };
  target.on<CreatedEvent>('browsingContext.contextCreated', (created) => {
    if (created.userContext !== userContext) return;
    contexts.add(created.context);
    // A new window takes the focus. It may be gone again when the page gets it back.
    if (context !== '' && created.parent === null) send('browsingContext.activate', { context }).catch(() => undefined);
  });
  try {
    const userContexts = [userContext];
    await Promise.all([
      send('emulation.setLocaleOverride', { locale: READER.locale, userContexts }),
      send('emulation.setTimezoneOverride', { timezone: READER.timezoneId, userContexts }),
    ]);
    ({ context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext }));
    await target.setViewport(READER.viewport.width, READER.viewport.height);
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}
