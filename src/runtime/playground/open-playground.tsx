import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { DemoSource } from '../../shared/demo-source.ts';
import type { Json } from '../../shared/entities.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { readUrl, writeUrl } from '../../shared/playground/playground-url.ts';
import { type LiveValues, propsOf } from '../../shared/playground/props.ts';
import {
  type Playground,
  type PlaygroundState,
  STATE_EVENT,
  type StateRequest,
} from '../../shared/playground/schema.ts';
import { branchOf, choose, type PlaygroundMemory, refit } from '../../shared/playground/states.ts';
import { copyText } from '../copy-from.ts';
import type { EditorModule } from '../live/editors.ts';
import { createImport, type LoadModule } from '../load-module.ts';
import type {
  EventCall,
  OpenPlayground,
  PlayedDemoProps,
  PlaygroundStore,
  PlaygroundView,
} from '../playground-types.ts';
import { createStore } from '../store.ts';

export function openPlayground({ id, source }: DemoData, playground: Playground, load: LoadModule): OpenPlayground {
  const store = createPlaygroundStore(
    playground,
    createImport(load, () => import('./preview.ts')),
  );
  const loadCode = createImport(load, () => import('./code.ts'));
  /** The editor's script contains the tokenizer for static code. */
  const loadHighlight = async (): Promise<EditorModule['highlight']> => {
    const answer = await fetch(source ?? '');
    const { live } = (await answer.json()) as DemoSource;
    return (await load<EditorModule>(live.editor)).highlight;
  };
  const ended = new AbortController();
  const obey = ({ detail }: CustomEventInit<StateRequest>): void => {
    if (detail?.id === id) store.setState(detail.state);
  };
  document.addEventListener(STATE_EVENT, obey as EventListener, { signal: ended.signal });
  return {
    store,
    PlayedDemo,
    text: async () => (await loadCode()).textOf(store),
    showCode(card) {
      let end: (() => void) | undefined;
      let isLeft = false;
      const begin = (): void => {
        if (store.view.get().search === '') return;
        endWait();
        loadCode().then(
          ({ showCode }) => {
            if (!isLeft) end = showCode(card, id, { store, loadHighlight });
          },
          // The demo follows its controls even without the code.
          () => undefined,
        );
      };
      const endWait = store.view.subscribe(begin);
      begin();
      return () => {
        isLeft = true;
        endWait();
        end?.();
      };
    },
    end() {
      ended.abort();
      store.dispose();
    },
  };
}

/** Props with the initial value of a component's state, which it reads only when it is mounted. */
const MOUNT_PROP = /^default[A-Z]/;

/** No props: the demo and its HTML have the initial state without them. */
const INITIAL: Record<string, unknown> = {};

/** After a crash, each change renders the demo again. */
export function PlayedDemo({ store, Demo, isCrashed, renderBoundary }: PlayedDemoProps): ReactNode {
  const { props } = store;
  const values = useSyncExternalStore(props.subscribe, props.get, () => INITIAL);
  const [attempt, setAttempt] = useState(0);
  useEffect(
    () =>
      props.subscribe(() => {
        if (isCrashed()) setAttempt((count) => count + 1);
      }),
    [props, isCrashed],
  );
  const mounted = Object.entries(values).filter(([name]) => MOUNT_PROP.test(name));
  const key = `${attempt} ${mounted.length > 0 ? JSON.stringify(mounted) : ''}`;
  const Played = Demo as ComponentType<Record<string, unknown>>;
  return renderBoundary(key, <Played {...values} />);
}

/** Time between a change and the new URL, in milliseconds. Browsers limit how often a page may change its URL. */
const URL_DELAY = 300;
const MAX_CALLS = 100;

type Changing = Omit<PlaygroundView, 'set' | 'reset' | 'clearCalls' | 'copyLink'>;

/** The initial values are those in the URL. `loadPreview` loads the function that describes calls. */
export function createPlaygroundStore(
  given: Playground,
  loadPreview: () => Promise<typeof import('./preview.ts')>,
): PlaygroundStore {
  let playground = given;
  let presets: LiveValues['presets'] = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let count = 0;
  const pending: EventCall[] = [];
  const logs = new Map<string, (...args: unknown[]) => void>();

  const { state, ignored } = readUrl(playground, new URLSearchParams(location.search));
  const log = (name: string): ((...args: unknown[]) => void) => {
    const known = logs.get(name) ?? ((...args) => void noteCall(name, args).catch(() => undefined));
    logs.set(name, known);
    return known;
  };
  const valuesOf = (own: PlaygroundState): Record<string, unknown> => propsOf(playground, own, { presets, log });
  const change = (changed: Partial<Changing>): void => view.set({ ...view.get(), ...changed });
  const show = (memory: PlaygroundMemory): void => {
    props.set(valuesOf(memory.state));
    change({ memory, search: searchOf(playground, memory.state) });
    clearTimeout(timer);
    timer = setTimeout(writeToUrl, URL_DELAY);
  };
  const writeToUrl = (): void => {
    timer = undefined;
    const url = urlOf(playground, view.get().memory.state);
    if (url !== location.href) history.replaceState(history.state, '', url);
  };
  /** Records a call. A demo may call an event while it renders, or many times, so calls are shown in the next frame. */
  const noteCall = async (name: string, args: readonly unknown[]): Promise<void> => {
    const id = count++;
    const { previewCall } = await loadPreview();
    if (pending.length === 0) requestAnimationFrame(showCalls);
    pending.unshift({ id, name, text: previewCall(args) });
    pending.length = Math.min(pending.length, MAX_CALLS);
  };
  const showCalls = (): void => change({ calls: [...pending.splice(0), ...view.get().calls].slice(0, MAX_CALLS) });

  const view = createStore<PlaygroundView>({
    playground,
    memory: { state, removed: {} },
    calls: [],
    ignored,
    search: searchOf(playground, state),
    set(name: string, value: Json | undefined) {
      const next = choose(playground.schema, view.get().memory, name, value);
      if (next) show(next);
    },
    reset: () => show({ state: playground.initial, removed: {} }),
    clearCalls: () => change({ calls: [] }),
    copyLink(button) {
      clearTimeout(timer);
      writeToUrl();
      copyText(location.href, button);
    },
  });
  const props = createStore<Record<string, unknown>>(valuesOf(state));
  return {
    view,
    props,
    setPresets(next) {
      presets = next;
      props.set(valuesOf(view.get().memory.state));
    },
    setState(next) {
      if (branchOf(playground.schema, next) !== undefined) show({ state: next, removed: {} });
    },
    replace(next) {
      playground = next;
      const memory = refit(next.schema, view.get().memory, next.initial);
      change({ playground: next });
      show(memory);
    },
    dispose: () => clearTimeout(timer),
  };
}

function searchOf(playground: Playground, state: PlaygroundState): string {
  const entries = writeUrl(playground, state);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

function urlOf(playground: Playground, state: PlaygroundState): string {
  const url = new URL(location.href);
  for (const key of [...url.searchParams.keys()])
    if (key.startsWith(`${playground.name}.`)) url.searchParams.delete(key);
  for (const [key, value] of writeUrl(playground, state)) url.searchParams.set(key, value);
  return url.href;
}
