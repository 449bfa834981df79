import type { ComponentType, ReactNode } from 'react';
import type { Json } from '../shared/entities.ts';
import type { DemoData } from '../shared/page-data.ts';
import type { Playground, PlaygroundState } from '../shared/playground/schema.ts';
import type { Store } from './store.ts';

export interface EventCall {
  id: number;
  name: string;
  text: string;
}

/**
 * A playground, as its controls use it. The functions keep their identity, so a control rerenders only if its value
 * changes.
 */
export interface PlaygroundView {
  playground: Playground;
  /** The state, and values that a choice has removed. */
  memory: { state: PlaygroundState; removed: PlaygroundState };
  /** Calls of events, newest first, at most 100. */
  calls: readonly EventCall[];
  /** Query parameters of the URL that were ignored. */
  ignored: readonly string[];
  /** The state as the query of a URL, such as `?button.size=l`. Empty in the initial state. */
  search: string;
  /** Sets a prop; `undefined` removes its value. The view has the new value immediately. */
  set: (name: string, value: Json | undefined) => void;
  reset: () => void;
  clearCalls: () => void;
  /** Copies a URL that contains the state. The button confirms it. */
  copyLink: (button: HTMLElement) => void;
}

export interface PlaygroundStore {
  view: Store<PlaygroundView>;
  /** Props of the demo. They are set before the view, so that a slow form does not delay the demo. */
  props: Store<Record<string, unknown>>;
  setPresets: (presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => void;
  setState: (state: PlaygroundState) => void;
  /** Replaces the playground, but keeps values that are still valid. Only for `dev`. */
  replace: (playground: Playground) => void;
  dispose: () => void;
}

export interface PlayedDemoProps {
  store: PlaygroundStore;
  Demo: ComponentType;
  isCrashed: () => boolean;
  /** Renders the error boundary of the demo. A new key restarts the demo. */
  renderBoundary: (key: string, demo: ReactNode) => ReactNode;
}

export interface OpenPlayground {
  store: PlaygroundStore;
  text: () => Promise<string>;
  end: () => void;
  /** Shows the code of the state in the card. Returns the function that stops this. */
  showCode: (card: HTMLElement) => () => void;
  PlayedDemo: ComponentType<PlayedDemoProps>;
}

export interface Playgrounds {
  /** The code is loaded for the first demo with props. */
  of: (demo: DemoData) => Promise<OpenPlayground> | undefined;
  current: (id: string) => OpenPlayground | undefined;
  clear: () => void;
}
