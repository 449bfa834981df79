import { Format, languages } from 'cascader-docs:messages';
import theme from 'cascader-docs:theme';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { announce } from '../runtime/announce.ts';
import type { RuntimeModule } from '../runtime/boot/wake.ts';
import { createIslands, type IslandOptions, type Islands } from '../runtime/demo/islands.tsx';
import { createIsland, endIsland, hydrate, mountDemo, Ready, renewContainer } from '../runtime/demo/mount-demo.tsx';
import type {} from '../runtime/dev/globals.ts';
import { createMessages } from '../runtime/intl.ts';
import type { HeldEvent } from '../runtime/keep-events.ts';
import { createLanguageStore } from '../runtime/language.ts';
import type { LoadModule } from '../runtime/load-module.ts';
import { listenToLinks, siteUrl } from '../runtime/navigation/link-clicks.ts';
import { createNavigation, type Navigation } from '../runtime/navigation/navigate.ts';
import { type PageDocument, readPageData } from '../runtime/navigation/page-document.ts';
import { createPageLoader } from '../runtime/navigation/page-loader.ts';
import { startPrefetch } from '../runtime/navigation/prefetch.ts';
import { createPlaygrounds } from '../runtime/playground/playgrounds.ts';
import { rememberedLanguage } from '../runtime/remembered-language.ts';
import { replay } from '../runtime/replay.ts';
import { BrowserLocation, createRoutes, PageRoutes } from '../runtime/router.tsx';
import { type PageModule, type Runtime, RuntimeProvider, type ShownPage } from '../runtime/runtime.ts';
import { followServerData } from '../runtime/server-loader.ts';
import { startStackBlitz } from '../runtime/stackblitz/start.ts';
import { createStaticTranslator, createTitleTranslator, titleIn } from '../runtime/static-messages.ts';
import { createLiveStatics } from '../runtime/statics.ts';
import { createStore } from '../runtime/store.ts';
import { DEMO_ATTRIBUTE, HYDRATED_ATTRIBUTE, STATIC_ATTRIBUTE } from '../shared/dom-contract.ts';
import { type PageData, ROOT_ID } from '../shared/page-data.ts';
import { ThemeProvider } from '../theme/contract.ts';

/** React for scripts that are bundled separately from the runtime: demos and interactive pages. */
export { load } from 'cascader-docs:react';

declare global {
  interface Window {
    /** For tests and debugging: number of hydration errors after which React rendered again. */
    __cascaderDocs?: { recoverable: number };
  }
}

/** Resolves when the shell is hydrated and earlier interactions of the reader have been replayed. */
export const start: RuntimeModule['start'] = async (options) => {
  const data = readPageData(document);
  const root = document.getElementById(ROOT_ID);
  if (!data || !root) return;
  const counts = { recoverable: 0 };
  window.__cascaderDocs = counts;
  const onRecoverableError = (error: unknown): void => {
    counts.recoverable++;
    console.error(error);
  };
  if (data.kind === 'demo') return await startDemo(data, root, { load: options.load, onRecoverableError });
  await startPage(data, root, { ...options, onRecoverableError });
};

type PageOptions = Parameters<typeof start>[0] & Pick<IslandOptions, 'onRecoverableError'>;

async function startPage(
  data: PageData,
  root: HTMLElement,
  { slashed, takeKept, keep, load, onRecoverableError }: PageOptions,
): Promise<void> {
  const { site, buildId } = data;
  const loader = createPageLoader({ base: site.base, buildId, slashed });
  const module = await loadPageModule(data, load);
  // Copies the document before anything changes it. The Back button shows the copy.
  loader.keep(location.pathname, { data, document: document.cloneNode(true) as Document });
  const statics = createLiveStatics();
  statics.collect(root);

  const navigation = createNavigation({
    loader,
    announce,
    titleOf: (page) => titleIn(page, runtime.language.get(), runtime.messages),
    busyText: () => runtime.messages.format(runtime.language.get(), 'demo.loading'),
    shown: () => runtime.page.get().data,
    async prepare(page) {
      const next = await loadPageModule(page.data, load);
      return () => {
        shown = page;
        islands.unmountAll();
        runtime.playgrounds?.clear();
        statics.clear();
        statics.collect(document.importNode(page.document.getElementById(ROOT_ID) ?? page.document.body, true));
        const { sequence } = runtime.page.get();
        flushSync(() => runtime.page.set({ data: page.data, module: next, sequence: sequence + 1 }));
        translate();
        islands.watch(document);
        if (page.data.serverLoader) void followServerData(runtime);
      };
    },
  });
  const { navigate, prefetch } = navigation;
  const runtime = createRuntime(data, { module, statics, navigate, prefetch, load });
  const translate = createTranslate(runtime, root);
  const islands = createIslands({
    runtime,
    statics,
    keep,
    Card: theme.DemoCard,
    Crash: theme.CrashBox,
    wrap,
    onRecoverableError,
  });
  runtime.demos = islands;
  /** In `dev`: the page as it was fetched; undefined for the first page. */
  let shown: PageDocument | undefined;
  startStackBlitz();

  await hydrateShell(root, { runtime, navigation, onRecoverableError });
  islands.watch(document);
  followLinks(runtime);
  runtime.language.subscribe(translate);
  runtime.language.set(rememberedLanguage(site) ?? site.language);

  await replayKept(takeKept(), islands);
  if (process.env.NODE_ENV !== 'production') {
    const { createPageUpdater } = await import('../runtime/dev/update-page.ts');
    window.cascaderDocsRuntime = createPageUpdater({
      runtime,
      islands,
      statics,
      loader,
      loadModule: (page) => loadPageModule(page.data, load),
      shown: () => shown,
      onShown: (page) => {
        shown = page;
      },
      translate,
    });
  }
  document.documentElement.setAttribute(HYDRATED_ATTRIBUTE, '');
}

function createTranslate({ site, page, language, messages }: Runtime, root: HTMLElement): () => void {
  const translateStatic = createStaticTranslator(messages);
  const translateTitle = createTitleTranslator(messages);
  /** False while the page shows the strings that it was built with. */
  let translated = false;
  return () => {
    const id = language.get();
    if (id === site.language && !translated) return;
    translateStatic(root, id);
    translateTitle(page.get().data, id);
    translated = true;
  };
}

/** Resolves when React has committed the shell. */
function hydrateShell(
  root: HTMLElement,
  options: Pick<IslandOptions, 'runtime' | 'onRecoverableError'> & { navigation: Navigation },
): Promise<void> {
  const { runtime, navigation, onRecoverableError } = options;
  return new Promise((resolve) => {
    const shell = (
      <BrowserLocation listener={navigation}>
        <RuntimeProvider value={runtime}>
          {wrap(
            <Ready onReady={resolve}>
              <PageRoutes routes={createRoutes(theme)} />
            </Ready>,
          )}
        </RuntimeProvider>
      </BrowserLocation>
    );
    hydrate(root, shell, { onRecoverableError });
  });
}

function followLinks(runtime: Runtime): void {
  const { site, navigate } = runtime;
  listenToLinks(site, (url) => {
    navigate(url.href);
    return true;
  });
  startPrefetch(runtime, (link) => siteUrl(link, site));
}

/** If the event's target is in a demo, the demo is hydrated first. */
async function replayKept(held: HeldEvent | undefined, islands: Islands): Promise<void> {
  const element = held?.target.closest(`[${DEMO_ATTRIBUTE}]`);
  if (element) await islands.mount(element, held);
  else if (held) replay(held);
}

async function startDemo(
  data: PageData,
  root: HTMLElement,
  { load, onRecoverableError }: Pick<PageOptions, 'load' | 'onRecoverableError'>,
): Promise<void> {
  const demo = Object.values(data.demos)[0];
  if (!demo) return;
  const runtime = createRuntime(data, {
    statics: {},
    navigate: (href) => location.assign(href),
    prefetch: () => undefined,
    load,
  });
  const { applyQuery, makeHeader } = await load(() => import('../runtime/demo/standalone.ts'));
  const query = new URLSearchParams(location.search);
  applyQuery(query, runtime);
  document.body.style.margin = '0';
  const header = makeHeader(query, demo, root);
  if (header)
    createRoot(header).render(<RuntimeProvider value={runtime}>{wrap(<theme.DemoHeader />)}</RuntimeProvider>);
  // The theme's style rules do not match inside this element.
  root.setAttribute(STATIC_ATTRIBUTE, `demo:${demo.id}`);
  const options = { runtime, Crash: theme.CrashBox, wrap, onRecoverableError };
  const island = createIsland();
  await mountDemo(root, { ...demo, prerendered: false }, island, options);
  if (process.env.NODE_ENV !== 'production') {
    const { createDemoUpdater } = await import('../runtime/dev/update-demo.ts');
    let shown = island;
    let container = root;
    window.cascaderDocsRuntime = createDemoUpdater({
      runtime,
      remount(next) {
        endIsland(shown);
        const renewed = createIsland();
        shown = renewed;
        // The demo may never finish rendering, and the next update must not wait for it.
        document.documentElement.removeAttribute(HYDRATED_ATTRIBUTE);
        container = renewContainer(container);
        container.setAttribute(STATIC_ATTRIBUTE, `demo:${next.id}`);
        void mountDemo(container, { ...next, prerendered: false }, renewed, options).then(() => {
          if (renewed.alive) document.documentElement.setAttribute(HYDRATED_ATTRIBUTE, '');
        });
      },
    });
  }
  document.documentElement.setAttribute(HYDRATED_ATTRIBUTE, '');
}

function createRuntime(
  data: PageData,
  { module, ...parts }: Pick<Runtime, 'statics' | 'navigate' | 'prefetch' | 'load'> & { module?: PageModule },
): Runtime {
  const messages = createMessages(languages, { Format });
  const loadMessages = (id: string): Promise<void> | undefined => {
    const loading = messages.load(id);
    return loading && parts.load(() => loading);
  };
  return {
    ...parts,
    site: data.site,
    page: createStore<ShownPage>({ data, module, sequence: 0 }),
    language: createLanguageStore(data.site.language, { load: loadMessages }),
    messages,
    playgrounds: createPlaygrounds(parts.load),
  };
}

async function loadPageModule({ module }: PageData, load: LoadModule): Promise<PageModule | undefined> {
  if (module === undefined) return undefined;
  const [page, { builtins }] = await Promise.all([
    load<{ default: PageModule }>(module),
    load(() => import('cascader-docs:builtins')),
  ]);
  // The default theme excludes the built-in components until a page may use them.
  Object.assign(theme.builtins, builtins);
  return page.default;
}

function wrap(node: ReactNode): ReactNode {
  return <ThemeProvider theme={theme}>{node}</ThemeProvider>;
}
