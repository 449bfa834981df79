import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get: () => Value;
  /** Does nothing if the value is unchanged. */
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

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

/** `prerendered`: the value that the server rendered with, used until hydration. */
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
