import { useSyncExternalStore } from 'react';

/** A value that several React roots share. */
export interface Store<Value> {
  get: () => Value;
  /** Sets the value and notifies all subscribers. Does nothing if the value is unchanged. */
  set: (value: Value) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

/** Creates a store with an initial value. */
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
 * Returns the store's value and rerenders when it changes.
 *
 * @param prerendered returns the value that the server rendered with, used until hydration; default: the store's value
 */
export function useStore<Value>({ subscribe, get }: Store<Value>, prerendered: () => Value = get): Value {
  return useSyncExternalStore(subscribe, get, prerendered);
}

/** Returns false on the server and during hydration, and true from the next render. */
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
