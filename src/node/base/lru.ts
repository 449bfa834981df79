export type Lru<Value> = ReturnType<typeof createLru<Value>>;

/** `most` is the maximum sum of the sizes; a larger value is not stored. `sizeOf` returns 1 by default. */
export function createLru<Value>(most: number, sizeOf: (value: Value) => number = () => 1) {
  /** Values by key, the most recently used last. */
  const values = new Map<string, Value>();
  let size = 0;
  const forget = (key: string): void => {
    const value = values.get(key);
    if (value !== undefined) size -= sizeOf(value);
    values.delete(key);
  };
  const set = (key: string, value: Value): void => {
    forget(key);
    values.set(key, value);
    size += sizeOf(value);
    for (const oldest of values.keys()) {
      if (size <= most) break;
      forget(oldest);
    }
  };
  return {
    get(key: string): Value | undefined {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    clear(): void {
      values.clear();
      size = 0;
    },
  };
}
