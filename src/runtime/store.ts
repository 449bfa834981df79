import { useSyncExternalStore } from 'react';

/** A value that several React roots share. */
export interface Store<Value> {
  get: () => Value;
  /** Tells every subscriber, unless the value is the one that it has. */
  set: (value: Value) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

/** A store that holds `value` at first. */
export function createStore<Value>(value: Value): Store<Value> {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The store's value; renders again when it changes.
 *
 * @param prerendered gives the value that the server rendered with, used until the component is hydrated; default: the
 * store's own
 */
export function useStore<Value>({ subscribe, get }: Store<Value>, prerendered: () => Value = get): Value {
  return useSyncExternalStore(subscribe, get, prerendered);
}

/** False on the server and while a component is hydrated, true from the render after it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
