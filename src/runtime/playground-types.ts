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
 * A playground for its controls. The functions keep their identity, so a control is rendered again only if its value
 * changes.
 */
export interface PlaygroundView {
  playground: Playground;
  /** The state, and values that a choice has removed. */
  memory: { state: PlaygroundState; removed: PlaygroundState };
  /** Calls of events, newest first, at most 100. */
  calls: readonly EventCall[];
  /** Entries of the address that were ignored. */
  ignored: readonly string[];
  /** The state as the query of an address, such as `?button.size=l`. Empty in the initial state. */
  search: string;
  /** Sets a prop; `undefined` removes its value. The view has the new value at once. */
  set: (name: string, value: Json | undefined) => void;
  reset: () => void;
  clearCalls: () => void;
  /** Copies an address with the state. The button confirms it. */
  copyLink: (button: HTMLElement) => void;
}

export interface PlaygroundStore {
  view: Store<PlaygroundView>;
  /** Props of the demo. They are set before the view, so that a slow form does not delay the demo. */
  props: Store<Record<string, unknown>>;
  setPresets: (presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => void;
  setState: (state: PlaygroundState) => void;
  /** Values that still fit stay. Only for `dev`. */
  replace: (playground: Playground) => void;
  dispose: () => void;
}

export interface PlayedDemoProps {
  store: PlaygroundStore;
  Demo: ComponentType;
  isCrashed: () => boolean;
  /** Renders the boundary that shows the error of the demo. A new key starts the demo again. */
  renderBoundary: (key: string, demo: ReactNode) => ReactNode;
}

export interface OpenPlayground {
  store: PlaygroundStore;
  text: () => Promise<string>;
  end: () => void;
  /** Returns the function that ends it. */
  showCode: (card: HTMLElement) => () => void;
  PlayedDemo: ComponentType<PlayedDemoProps>;
}

export interface Playgrounds {
  /** The code is loaded for the first demo with props. */
  of: (demo: DemoData) => Promise<OpenPlayground> | undefined;
  current: (id: string) => OpenPlayground | undefined;
  clear: () => void;
}
