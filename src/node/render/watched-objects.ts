/** Objects and the properties that they had when they were last accepted. */
export type Watch = ReturnType<typeof createWatch>;

type Properties = Map<PropertyKey, PropertyDescriptor>;

export function createWatch(objects: Iterable<[object: object, name: string]> = []) {
  const accepted = new Map<object, { name: string; properties: Properties }>();
  const addObject = (name: string, object: object): void => {
    if (!accepted.has(object)) accepted.set(object, { name, properties: propertiesOf(object) });
  };
  for (const [object, name] of objects) addObject(name, object);
  const differences = () =>
    [...accepted].flatMap(([object, { name, properties }]) => {
      const now = propertiesOf(object);
      const keys = new Set([...properties.keys(), ...now.keys()]);
      return [...keys]
        .filter((key) => !isSame(properties.get(key), now.get(key)))
        .map((key) => ({ object, key, before: properties.get(key), name: nameOf(name, key) }));
    });
  return {
    /** Watches an object or function, and the `prototype` of a function. Other values are ignored. */
    add(name: string, value: unknown): void {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      addObject(name, value);
      const { prototype } = value as { prototype?: unknown };
      if (typeof value === 'function' && typeof prototype === 'object' && prototype !== null)
        addObject(`${name}.prototype`, prototype);
    },
    accept(): void {
      for (const [object, entry] of accepted) entry.properties = propertiesOf(object);
    },
    /** Returns the names of changed properties, such as `Array.prototype.last`. */
    changes: (): string[] => differences().map(({ name }) => name),
    /** Sets changed properties to their accepted values. Returns the names of those that cannot be changed any more. */
    restore(): string[] {
      const fixed = differences().filter(({ object, key, before }) =>
        before ? !Reflect.defineProperty(object, key, before) : !Reflect.deleteProperty(object, key),
      );
      return fixed.map(({ name }) => name);
    },
  };
}

function propertiesOf(object: object): Properties {
  const keys = Reflect.ownKeys(object);
  return new Map(keys.map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key) as PropertyDescriptor]));
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  return (
    one === other ||
    (!!one && !!other && Object.is(one.value, other.value) && one.get === other.get && one.set === other.set)
  );
}

function nameOf(object: string, key: PropertyKey): string {
  return object === '' ? String(key) : `${object}.${String(key)}`;
}

/**
 * Global functions and objects, their prototypes, and what `Intl` contains. Host globals are getters, which are not
 * called.
 */
export const BUILT_INS = `(() => {
  const found = new Map();
  const add = (name, value) => {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
    if (!found.has(value)) found.set(value, name);
  };
  const addAll = (owner, prefix) => {
    for (const key of Object.getOwnPropertyNames(owner)) {
      const { value } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      if (value === globalThis) continue;
      add(prefix + key, value);
      if (typeof value === 'function') add(prefix + key + '.prototype', value.prototype);
    }
  };
  addAll(globalThis, '');
  addAll(Intl, 'Intl.');
  add('TypedArray.prototype', Object.getPrototypeOf(Int8Array.prototype));
  for (const iterator of [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), (function* () {})()])
    add('Iterator.prototype', Object.getPrototypeOf(iterator));
  return [...found];
})()`;
