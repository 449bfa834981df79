import { connect, type FsDiff, type VM } from './sdk.ts';
import { oneOf, THEMES, VIEWS } from './values.ts';

/** The editor in a frame. Everything rejects with an Error when the editor refuses it or an argument is wrong. */
export interface StackBlitzVM {
  /** Opens files: those in one text, separated by commas, as tabs; those in a list in panes. */
  openFile: (path: string | string[]) => Promise<void>;
  /** Selects a file that is open. */
  setCurrentFile: (path: string) => Promise<void>;
  setTheme: (theme: (typeof THEMES)[number]) => Promise<void>;
  setView: (view: (typeof VIEWS)[number]) => Promise<void>;
  /** Shows the sidebar, or hides it with false. */
  toggleSidebar: (visible?: boolean) => Promise<void>;
  preview: {
    /** Address of the preview; null while there is none. */
    getUrl: () => Promise<string | null>;
    /** Changes the preview's path, which starts with `/`. */
    setUrl: (path?: string) => Promise<void>;
  };
  /** Writes and deletes files. */
  applyFsDiff: (diff: FsDiff) => Promise<void>;
  /** Versions by package. */
  getDependencies: () => Promise<Record<string, string>>;
  /** Texts by path. */
  getFsSnapshot: () => Promise<Record<string, string>>;
}

/** Connects to the editor in a frame, given by itself or by its id. See `connectStackBlitz`. */
export async function connectFrame(frame: HTMLIFrameElement | string): Promise<StackBlitzVM> {
  const element = typeof frame === 'string' ? document.getElementById(frame) : frame;
  if (!element && typeof frame === 'string') throw new Error(`Could not find element with id '${frame}'`);
  if (!(element instanceof HTMLIFrameElement) || !element.isConnected) throw new Error('Invalid Element');
  const guard = (event: MessageEvent): void => guardAnswer(event, element);
  // Before the SDK, which listens from `connect` on.
  addEventListener('message', guard);
  try {
    return wrap(await withErrors(() => connect(element)));
  } finally {
    removeEventListener('message', guard);
  }
}

/** The SDK trusts answers to be whole, and would throw in its listeners: what is not whole does not reach it. */
function guardAnswer(event: MessageEvent, { contentWindow }: HTMLIFrameElement): void {
  const { source, data, ports } = event;
  if (source !== contentWindow || data?.action !== 'SDK_INIT_SUCCESS') return;
  const [port] = ports;
  if (!port || !data.payload) event.stopImmediatePropagation();
  port?.addEventListener('message', (message) => {
    if (!message.data) message.stopImmediatePropagation();
  });
}

function wrap(vm: VM): StackBlitzVM {
  const { editor, preview } = vm;
  return {
    openFile: (path) => done(() => editor.openFile(path)),
    setCurrentFile: (path) => done(() => editor.setCurrentFile(path)),
    setTheme: (theme) => done(() => editor.setTheme(oneOf('theme', theme, THEMES))),
    setView: (view) => done(() => editor.setView(oneOf('view', view, VIEWS))),
    toggleSidebar: (visible) => done(() => editor.showSidebar(visible)),
    preview: {
      getUrl: () => withErrors(() => preview.getUrl()),
      setUrl: (path) => done(() => preview.setUrl(path)),
    },
    applyFsDiff: (diff) => done(() => vm.applyFsDiff(diff)),
    getDependencies: async () => (await withErrors(() => vm.getDependencies())) ?? {},
    getFsSnapshot: async () => (await withErrors(() => vm.getFsSnapshot())) ?? {},
  };
}

async function done(request: () => Promise<unknown>): Promise<void> {
  await withErrors(request);
}

/** The SDK throws Errors and rejects with strings: both become rejections with Errors. */
async function withErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (reason) {
    throw reason instanceof Error ? reason : new Error(String(reason));
  }
}
