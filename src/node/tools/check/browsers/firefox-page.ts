import { within } from '../deadline.ts';
import { createFirefoxInput } from './firefox-input.ts';
import { createFirefoxMessages, type LogEntry } from './firefox-messages.ts';
import { addPreloadScript, exposeFunction } from './firefox-scripts.ts';
import type { FirefoxTarget } from './firefox-target.ts';
import { createNavigationWatch } from './navigation-watch.ts';
import { evaluateExpression, LostPageError } from './page-expression.ts';
import { reportRejections } from './page-scripts.ts';
import type { StepDialog, StepPage } from './step-page.ts';

interface ContextEvent {
  context: string;
  userContext?: string;
  url: string;
}

interface PromptEvent {
  context: string;
  type: StepDialog['type'];
  message: string;
}

/** Result of `script.evaluate`. */
type Evaluated = { result: { value: string } } | { exceptionDetails: { text: string } };

export async function createFirefoxPage(target: FirefoxTarget): Promise<StepPage> {
  const { context, send, on, owns } = target;
  const navigation = createNavigationWatch();
  const messages = createFirefoxMessages();
  const dialogs: StepDialog[] = [];
  const losses = createLosses();

  on<LogEntry>('log.entryAdded', (entry) => {
    if (owns(entry.source.context)) messages.addEntry(entry);
  });
  // An error page has an address of its own. The event before has the one that was requested.
  let requested = '';
  on<Partial<ContextEvent>>('browsingContext.navigationStarted', (event) => {
    if (event.context === context) requested = event.url ?? requested;
  });
  on<ContextEvent>('browsingContext.navigationCommitted', (event) => {
    if (event.context !== context) return;
    navigation.committed(event.url.startsWith('about:neterror') ? requested : event.url);
    losses.lose('The page has navigated.');
  });
  on<PromptEvent>('browsingContext.userPromptOpened', ({ context: from, type, message }) => {
    if (!owns(from)) return;
    const isLeaving = type === 'beforeunload' && navigation.isOurs;
    if (!isLeaving) dialogs.push({ type, text: type === 'beforeunload' ? '' : message });
    // A dialog that the page has closed meanwhile needs no answer.
    send('browsingContext.handleUserPrompt', { context: from, accept: isLeaving }).catch(() => undefined);
  });

  /** Firefox never answers if the document is replaced meanwhile. */
  const evaluateCode = async (code: string): Promise<string> => {
    const params = { expression: code, target: { context }, awaitPromise: true };
    const evaluated = await losses.unlessLost(send<Evaluated>('script.evaluate', params));
    if ('exceptionDetails' in evaluated) throw new Error(evaluated.exceptionDetails.text);
    return evaluated.result.value;
  };
  const evaluate: StepPage['evaluate'] = (expression) => evaluateExpression(expression, evaluateCode);
  await addPreloadScript(target, String(reportRejections), (text) => messages.addRejection(JSON.parse(text)));
  return {
    async goto(url, timeout) {
      const params = { context, url, wait: 'interactive' };
      await navigation.during(() => within(timeout, send('browsingContext.navigate', params)));
    },
    evaluate,
    expose: (name, call) => exposeFunction(target, name, call),
    async addInitScript(code) {
      await addPreloadScript(target, `() => {${code}\n}`);
    },
    input: createFirefoxInput(target, (text) => evaluate(`(${insertText})(${JSON.stringify(text)})`)),
    setViewport: target.setViewport,
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    takeMessages: () => messages.take(),
    takeDialogs: () => dialogs.splice(0),
    takeNavigation: () => navigation.take(),
    async close() {
      losses.lose('The page was closed.');
      await target.close();
    },
  };
}

/** Tasks that fail when their page is lost. */
interface Losses {
  unlessLost<Result>(task: Promise<Result>): Promise<Result>;
  lose(reason: string): void;
}

function createLosses(): Losses {
  const pending = new Set<(error: Error) => void>();
  return {
    unlessLost: (task) =>
      new Promise((resolve, reject) => {
        pending.add(reject);
        task.then(resolve, reject).finally(() => pending.delete(reject));
      }),
    lose(reason) {
      for (const reject of pending) reject(new LostPageError(reason));
    },
  };
}

/** Runs in the page: inserts a text at the caret, also in a frame. */
function insertText(text: string): void {
  const innermost = (outer: Document): Document => {
    const { contentDocument } = (outer.activeElement ?? {}) as Partial<HTMLIFrameElement>;
    return contentDocument ? innermost(contentDocument) : outer;
  };
  innermost(document).execCommand('insertText', false, text);
}
