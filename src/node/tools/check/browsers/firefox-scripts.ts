import type { FirefoxTarget } from './firefox-target.ts';
import { defineExposed, type Outcome } from './page-scripts.ts';

interface MessageEvent {
  channel: string;
  data: { value: string };
  source: { realm: string };
}

/**
 * Before the scripts of each document from now on, also of its frames. The function's argument sends a string, which
 * `onMessage` gets with the id of the realm.
 */
export async function addPreloadScript(
  { context, send, on }: FirefoxTarget,
  declaration: string,
  onMessage?: (text: string, realm: string) => void,
): Promise<void> {
  const channel = crypto.randomUUID();
  if (onMessage)
    on<MessageEvent>('script.message', (event) => {
      if (event.channel === channel) onMessage(event.data.value, event.source.realm);
    });
  await send('script.addPreloadScript', {
    functionDeclaration: declaration,
    contexts: [context],
    arguments: onMessage ? [{ type: 'channel', value: { channel } }] : [],
  });
}

/** Defines a function in documents from now on that calls a function of this process. */
export async function exposeFunction(
  target: FirefoxTarget,
  name: string,
  call: (argument: never) => Promise<unknown>,
): Promise<void> {
  const declaration = `(send) => (${defineExposed})(send, ${JSON.stringify(name)})`;
  await addPreloadScript(target, declaration, async (text, realm) => {
    const [id, argument] = JSON.parse(text) as [number, never];
    const outcome = await outcomeOf(() => call(argument));
    const settle = {
      functionDeclaration: '(name, id, outcome) => globalThis[name].settle(id, JSON.parse(outcome))',
      arguments: [
        { type: 'string', value: name },
        { type: 'number', value: id },
        { type: 'string', value: outcome },
      ],
      target: { realm },
      awaitPromise: false,
    };
    // The document may be gone, and nothing waits for the result.
    await target.send('script.callFunction', settle).catch(() => undefined);
  });
}

async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    const outcome: Outcome = { value: await call() };
    return JSON.stringify(outcome);
  } catch (error) {
    const { name, message, stack } = error as Error;
    const outcome: Outcome = { thrown: { name, message, stack } };
    return JSON.stringify(outcome);
  }
}
