import { connect, type FsDiff, type VM } from './sdk.ts';
import { oneOf, THEMES, VIEWS } from './values.ts';

/** The editor in a frame. All methods reject with an Error if the editor refuses the request or an argument is invalid. */
export interface StackBlitzVM {
  /** Opens files. Commas in a string separate tabs; the entries of an array are panes. */
  openFile: (path: string | string[]) => Promise<void>;
  /** Selects an open file. */
  setCurrentFile: (path: string) => Promise<void>;
  setTheme: (theme: (typeof THEMES)[number]) => Promise<void>;
  setView: (view: (typeof VIEWS)[number]) => Promise<void>;
  /** Shows the sidebar, or hides it if `visible` is false. */
  toggleSidebar: (visible?: boolean) => Promise<void>;
  preview: {
    /** Returns the URL of the preview, or null without a preview. */
    getUrl: () => Promise<string | null>;
    /** Changes the preview's path, which starts with `/`. */
    setUrl: (path?: string) => Promise<void>;
  };
  /** Writes and deletes files. */
  applyFsDiff: (diff: FsDiff) => Promise<void>;
  /** Returns versions by package. */
  getDependencies: () => Promise<Record<string, string>>;
  /** Returns file contents by path. */
  getFsSnapshot: () => Promise<Record<string, string>>;
}

export async function connectFrame(frame: HTMLIFrameElement | string): Promise<StackBlitzVM> {
  const element = typeof frame === 'string' ? document.getElementById(frame) : frame;
  if (!element && typeof frame === 'string') throw new Error(`Could not find element with id '${frame}'`);
  if (!(element instanceof HTMLIFrameElement) || !element.isConnected) throw new Error('Invalid Element');
  const guard = (event: MessageEvent): void => guardAnswer(event, element);
  // Must be added before the SDK's listener, which `connect` adds.
  addEventListener('message', guard);
  try {
    return wrap(await withErrors(() => connect(element)));
  } finally {
    removeEventListener('message', guard);
  }
}

/** Stops incomplete responses before they reach the SDK, whose listeners would throw. */
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

/** Converts the SDK's rejections with strings, and its thrown errors, to rejections with Errors. */
async function withErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (reason) {
    throw reason instanceof Error ? reason : new Error(String(reason));
  }
}
