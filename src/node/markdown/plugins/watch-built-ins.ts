/** Built-in objects that pages, demos and the tool itself use in the same process. */
const NAMES = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'RegExp',
    'Date',
    'Map',
    'Set',
    'Promise',
  ],
  ...['Error', 'JSON', 'Math', 'Reflect', 'URL', 'Intl'],
] as const;

type Owner = Record<PropertyKey, unknown>;

/**
 * Returns a function that throws if built-in objects have changed since, after it has undone the change, so that no other page is
 * rendered with it.
 */
export function watchBuiltIns(): () => void {
  const owners: [name: string, owner: Owner, before: Map<PropertyKey, PropertyDescriptor>][] = [];
  const add = (name: string, owner: Owner, keys: readonly PropertyKey[] = Reflect.ownKeys(owner)): void => {
    const own = keys.flatMap((key): [PropertyKey, PropertyDescriptor][] => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, key);
      return descriptor ? [[key, descriptor]] : [];
    });
    owners.push([name, owner, new Map(own)]);
  };
  for (const name of NAMES) {
    const value = globalThis[name] as unknown as Owner;
    add(name, value);
    if (value.prototype) add(`${name}.prototype`, value.prototype as Owner);
  }
  add('globalThis', globalThis as Owner, NAMES);
  return () => {
    const changed: string[] = [];
    for (const [name, owner, before] of owners) {
      const keys = name === 'globalThis' ? NAMES : new Set([...before.keys(), ...Reflect.ownKeys(owner)]);
      for (const key of keys) {
        const [old, now] = [before.get(key), Object.getOwnPropertyDescriptor(owner, key)];
        // Some, such as `RegExp.$1`, have values that change by themselves, but the same getters.
        if (old && now && Object.is(old.value, now.value) && old.get === now.get && old.set === now.set) continue;
        changed.push(`${name}.${String(key)}`);
        if (old) Object.defineProperty(owner, key, old);
        else delete owner[key];
      }
    }
    if (changed.length === 0) return;
    const shown = changed.slice(0, 5).map((name) => `\`${name}\``);
    throw new Error(`it changes ${shown.join(', ')}, which all pages share`);
  };
}
